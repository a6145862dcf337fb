export { contextOf, keptNames, type Recipe, type Target } from './recipe.ts';
export { type Best, combine, type Opponent, tryStrategy } from './search.ts';
export { CANDIDATES, STRATEGIES, type Strategy, titleCopy } from './strategies.ts';
