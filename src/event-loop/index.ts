export { nextTurn, TurnBudget } from './turns.ts';
