import type { SignalValues, WindowValues } from '../detector.ts';
import type { ReferenceSample } from '../reference-sample.ts';
import { type ContextClass, contextClass, type SignalGroup } from './groups.ts';
import { type CompositeReference, fitComposite } from './model.ts';

export type ClassGroups = Readonly<Record<ContextClass, readonly SignalGroup[]>>;

const CLASSES: readonly ContextClass[] = ['few', 'many'];

/** Benign contexts of a class that make a reference of its own; the class with most of them needs no such number. */
const ENOUGH = 20;

/**
 * The reference of both classes, `class:name` by `class:name`. A class with too few contexts has none, and its contexts are judged as those of
 * the other class are.
 *
 * @param benign at least one context
 */
export function fitClasses(groups: ClassGroups, benign: readonly SignalValues[], keep: number): ReferenceSample {
  const members = CLASSES.map((name) => ({
    name,
    contexts: benign.filter((context) => contextClass(documentCount(context.windows!)) === name),
  }));
  const most = Math.max(...members.map(({ contexts }) => contexts.length));
  const windows: Record<string, number[]> = {};
  const sums: Record<string, number[]> = {};
  for (const { name, contexts } of members) {
    if (contexts.length < Math.min(ENOUGH, most) || groups[name].length === 0) continue;
    const fitted = fitComposite(groups[name], contexts, keep);
    for (const [signal, values] of Object.entries(fitted.windows)) windows[`${name}:${signal}`] = values;
    for (const [group, values] of Object.entries(fitted.groups)) sums[`${name}:${group}`] = values;
  }
  return { signals: {}, documents: {}, windows, groups: sums };
}

/** Documents whose windows these are. */
export function documentCount({ document }: WindowValues): number {
  return document[document.length - 1] + 1;
}

/** Class by which a reference judges contexts of a number of documents. */
export function judgingClass(reference: ReferenceSample, documents: number): ContextClass {
  const own = contextClass(documents);
  const has = (name: ContextClass) => Object.keys(reference.groups ?? {}).some((key) => key.startsWith(`${name}:`));
  if (has(own)) return own;
  return own === 'few' ? 'many' : 'few';
}

/** The part of a reference that belongs to a class. */
export function classReference(reference: ReferenceSample, name: ContextClass): CompositeReference {
  return { windows: ofClass(reference.windows ?? {}, name), groups: ofClass(reference.groups ?? {}, name) };
}

function ofClass(values: Record<string, number[]>, name: ContextClass): Record<string, number[]> {
  const prefix = `${name}:`;
  return Object.fromEntries(
    Object.entries(values)
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, sample]) => [key.slice(prefix.length), sample]),
  );
}
