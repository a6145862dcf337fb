/** Exit codes of the command line, the same for every command. A released code keeps its meaning. */
export const EXIT = {
  /** Everything asked for was done. */
  success: 0,
  /** An unexpected failure, writing that broke off, or for `doctor`: the default guard does not work. */
  failure: 1,
  /** Wrong usage, options, profile or file: nothing was screened. */
  usage: 2,
  /** Some contexts could not be read or screened; the others were. */
  incomplete: 3,
  /** With `--fail-on flag`: at least one context was flagged. */
  flagged: 4,
  /** Interrupted by the user (128 + SIGINT). */
  interrupted: 130,
} as const;

export const EXIT_CODE_HELP = `Exit codes:
  0    done
  1    unexpected failure, or writing broke off (doctor: the default guard does not work)
  2    wrong usage, option, profile or file; nothing was screened
  3    some contexts could not be read or screened; the others were
  4    a context was flagged, with --fail-on flag (also when 3 applies)
  130  interrupted`;
