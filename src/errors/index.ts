/** Stable machine-readable reasons. A code never changes its meaning once released. */
export type TopoGuardErrorCode =
  | 'BACKEND_UNAVAILABLE'
  | 'CALIBRATION_TOO_SMALL'
  | 'CONTEXT_INVALID'
  | 'CONTEXT_TOO_LARGE'
  | 'DETECTOR_UNKNOWN'
  | 'DEPENDENCY_MISSING'
  | 'DIMENSION_MISMATCH'
  | 'EMBEDDING_MISSING'
  | 'EMBEDDING_NON_FINITE'
  | 'ENCODER_FAILED'
  | 'ENCODER_UNAVAILABLE'
  | 'FILE_EMPTY'
  | 'FILE_UNREADABLE'
  | 'FILE_UNWRITABLE'
  | 'JSON_INVALID'
  | 'LINE_TOO_LONG'
  | 'OPTION_INVALID'
  | 'PROFILE_INVALID'
  | 'PROFILE_MISMATCH'
  | 'PROFILE_MISSING'
  | 'QUERY_MISSING'
  | 'SHAPE_INVALID'
  | 'SOLVER_FAILED'
  | 'SYNC_UNAVAILABLE'
  | 'TEXT_ENCODING_INVALID';

/** Where the fault is; only the parts that apply are set. Indices count from 0, lines from 1. */
export interface ErrorLocation {
  file?: string;
  line?: number;
  /** Path of the field inside the value, e.g. `documents[2].text`. */
  field?: string;
  /** Index of the context inside a batch. */
  context?: number;
  /** Index of the offending element, e.g. of a number in a packed array. */
  index?: number;
}

/**
 * Every error this package throws on purpose. `message` says what was wrong and where; `remedy` says what to do about it;
 * `code` is what programs should test.
 */
export class TopoGuardError extends Error {
  override readonly name = 'TopoGuardError';
  readonly code: TopoGuardErrorCode;
  readonly location: Readonly<ErrorLocation>;
  readonly remedy: string | undefined;

  constructor(
    code: TopoGuardErrorCode,
    problem: string,
    options: { location?: ErrorLocation; remedy?: string; cause?: unknown } = {},
  ) {
    const place = describe(options.location ?? {});
    super(
      `${place ? `${place}: ` : ''}${problem}${options.remedy ? `. ${options.remedy}` : ''}`,
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.code = code;
    this.location = Object.freeze({ ...options.location });
    this.remedy = options.remedy;
    this.problem = problem;
  }

  /** The problem without place and remedy. */
  readonly problem: string;

  /** The same error with more of its place known, e.g. the file and line a batch reader adds. */
  at(location: ErrorLocation): TopoGuardError {
    return new TopoGuardError(this.code, this.problem, {
      location: { ...location, ...this.location },
      ...(this.remedy === undefined ? {} : { remedy: this.remedy }),
      ...(this.cause === undefined ? {} : { cause: this.cause }),
    });
  }

  toJSON(): { code: TopoGuardErrorCode; message: string; location: ErrorLocation; remedy?: string } {
    return {
      code: this.code,
      message: this.message,
      location: { ...this.location },
      ...(this.remedy === undefined ? {} : { remedy: this.remedy }),
    };
  }
}

function describe(l: ErrorLocation): string {
  const parts: string[] = [];
  if (l.file !== undefined) parts.push(l.line === undefined ? l.file : `${l.file}:${l.line}`);
  else if (l.line !== undefined) parts.push(`line ${l.line}`);
  if (l.context !== undefined) parts.push(`context ${l.context}`);
  if (l.field !== undefined) parts.push(l.field);
  if (l.index !== undefined) parts.push(`index ${l.index}`);
  return parts.join(', ');
}

/** Any thrown value as a TopoGuardError, keeping one that already is; used where a batch must go on. */
export function asTopoGuardError(thrown: unknown, fallback: TopoGuardErrorCode): TopoGuardError {
  if (thrown instanceof TopoGuardError) return thrown;
  const problem = thrown instanceof Error ? thrown.message : String(thrown);
  return new TopoGuardError(fallback, problem, { cause: thrown });
}
