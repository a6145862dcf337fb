import { type ErrorLocation, TopoGuardError, type TopoGuardErrorCode } from '../../errors/index.ts';
import type { Backend, CutConductances, Eigendecomposition, PackedAnalysis, PackedBatch } from '../backend.ts';
import type { Addon } from './addon.ts';
import { analyzeInTasks } from './tasks.ts';

const REMEDIES: Partial<Record<TopoGuardErrorCode, string>> = {
  EMBEDDING_NON_FINITE: 'Every number of an embedding must be finite: look at what the encoder returned',
  OPTION_INVALID: 'Give a whole number in range',
  SHAPE_INVALID: 'Lengths, offsets and element types must agree as PackedBatch and PackedAnalysis say',
  SOLVER_FAILED: "Run this context on backend 'js' or 'reference'",
};

/** The backend over a loaded addon. The addon's refusals come out as TopoGuardError with its code and place. */
export function nativeBackend(addon: Addon): Backend {
  const cutValues = new Float64Array(3);
  return {
    name: 'native',

    similarity(vectors, n, dimension, out = new Float64Array(n * n)): Float64Array {
      call(() => addon.similarity(vectors, n, dimension, out));
      return out;
    },

    eigendecomposition(matrix, n): Eigendecomposition {
      const values = new Float64Array(n);
      const vectors = new Float64Array(n * n);
      call(() => addon.eigendecomposition(matrix, n, values, vectors));
      return { values, vectors };
    },

    cuts(weights, n, fiedler): CutConductances {
      call(() => addon.cuts(weights, n, fiedler, cutValues));
      return { sign: cutValues[0], sweep: cutValues[1], exact: cutValues[2] };
    },

    analyze(batch: PackedBatch, k: number, out: PackedAnalysis): void {
      const { vectors, dimension, documentOffsets, contextOffsets, queries } = batch;
      call(() => addon.analyze(vectors, dimension, documentOffsets, contextOffsets, queries, k, out.values));
    },

    async analyzeAsync(batch, k, out, signal): Promise<void> {
      try {
        await analyzeInTasks(addon, batch, k, out, signal);
      } catch (thrown) {
        throw signal?.aborted ? thrown : translate(thrown);
      }
    },
  };
}

function call(step: () => void): void {
  try {
    step();
  } catch (thrown) {
    throw translate(thrown);
  }
}

function translate(thrown: unknown): TopoGuardError {
  const error = thrown as Error & ErrorLocation & { code?: TopoGuardErrorCode };
  const code = error.code ?? 'SOLVER_FAILED';
  const location: ErrorLocation = {};
  if (error.field !== undefined) location.field = error.field;
  if (error.index !== undefined) location.index = error.index;
  if (error.context !== undefined) location.context = error.context;
  const remedy = REMEDIES[code];
  return new TopoGuardError(code, error.message, {
    location,
    cause: thrown,
    ...(remedy === undefined ? {} : { remedy }),
  });
}
