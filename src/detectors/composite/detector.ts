import { TopoGuardError } from '../../errors/index.ts';
import type { Detector } from '../detector.ts';
import { fitted } from '../fusion.ts';
import type { ReferenceSample } from '../reference-sample.ts';
import { windowShape } from '../windows/index.ts';
import { type ClassGroups, classReference, documentCount, fitClasses, judgingClass } from './classes.ts';
import { COMPOSITE_GROUPS, type ContextClass, GROUPS, type SignalGroup } from './groups.ts';
import { CompositeModel, signalNames } from './model.ts';

/**
 * `composite` (docs/detection.md): every window of every document is compared with the query and with the other windows, by groups of
 * signals for the kinds of attack that are known, and the context's score is its most anomalous window's. Names that window's
 * document, and the group.
 *
 * @param without names of signals and groups to leave out, for ablation
 * @throws TopoGuardError OPTION_INVALID where a name is neither, or nothing is left
 */
export function compositeDetector({ without = [] }: { without?: readonly string[] } = {}): Detector {
  const groups = groupsWithout(without);
  const signals: Record<ContextClass, readonly string[]> = {
    few: signalNames(groups.few),
    many: signalNames(groups.many),
  };
  const classOf = new WeakMap<ReferenceSample, Map<number, ContextClass>>();
  const models = new WeakMap<ReferenceSample, Partial<Record<ContextClass, CompositeModel>>>();
  const name = ['composite', ...without].join(' − ');

  function judging(reference: ReferenceSample, documents: number): ContextClass {
    let known = classOf.get(reference);
    if (!known) {
      known = new Map();
      classOf.set(reference, known);
    }
    let judged = known.get(documents);
    if (!judged) {
      judged = judgingClass(reference, documents);
      known.set(documents, judged);
    }
    return judged;
  }

  function modelFor(reference: ReferenceSample, judged: ContextClass): CompositeModel {
    let known = models.get(reference);
    if (!known) {
      known = {};
      models.set(reference, known);
    }
    known[judged] ??= new CompositeModel(groups[judged], classReference(reference, judged));
    return known[judged];
  }

  return {
    name,
    signals: [],
    documentSignals: [],
    windowSignals: [...new Set([...signals.few, ...signals.many])],
    windowSignalsFor: (documents, reference) => signals[judging(fitted(name, reference), documents)],
    requires: ['query', 'text'],
    fitted: true,
    calibratedShape: ({ windows }) => windowShape(windows!.size, documentCount(windows!)),
    fit: (benign, keep) => fitClasses(groups, benign, keep),
    score: (values, reference) => {
      const sample = fitted(name, reference);
      const windows = values.windows!;
      const judged = judging(sample, documentCount(windows));
      const { score, window, group } = modelFor(sample, judged).score(windows);
      return { score, suspect: windows.document[window], cause: { group: groups[judged][group].name, window } };
    },
  };
}

function groupsWithout(left: readonly string[]): ClassGroups {
  for (const name of left) {
    const known = COMPOSITE_GROUPS.some((g) => g.name === name || g.members.some((m) => m.signal === name));
    if (!known) throw invalid(name, 'neither a signal nor a group of composite');
  }
  const groups = { few: keptOf(GROUPS.few, left), many: keptOf(GROUPS.many, left) };
  if (groups.few.length === 0 && groups.many.length === 0) throw invalid(left.join(', '), 'all there is');
  return groups;
}

function keptOf(groups: readonly SignalGroup[], left: readonly string[]): SignalGroup[] {
  const kept = groups
    .filter((group) => !left.includes(group.name))
    .map((group) => ({ ...group, members: group.members.filter((member) => !left.includes(member.signal)) }))
    .filter((group) => group.members.length > 0);
  const total = kept.reduce((sum, group) => sum + group.weight, 0);
  return kept.map((group) => ({ ...group, weight: group.weight / total }));
}

function invalid(name: string, what: string): TopoGuardError {
  const names = COMPOSITE_GROUPS.flatMap((group) => [group.name, ...group.members.map((member) => member.signal)]);
  return new TopoGuardError('OPTION_INVALID', `cannot leave out ${name}: it is ${what}`, {
    location: { field: 'without' },
    remedy: `Choose among: ${[...new Set(names)].join(', ')}`,
  });
}
