import type { Context } from '../../src/text/index.ts';

/** Hazard categories of Llama Guard 3, as its model card numbers them. */
const CATEGORIES = [
  'Violent Crimes',
  'Non-Violent Crimes',
  'Sex Crimes',
  'Child Exploitation',
  'Defamation',
  'Specialized Advice',
  'Privacy',
  'Intellectual Property',
  'Indiscriminate Weapons',
  'Hate',
  'Self-Harm',
  'Sexual Content',
  'Elections',
] as const;

/** The documents one after another, as a filter before the model would see them. */
export function concatenated(context: Context): string {
  const texts = context.documents.map((d) =>
    'sentences' in d && d.sentences ? d.sentences.join(' ') : (d.text ?? ''),
  );
  return texts.join('\n\n');
}

/**
 * The prompt of Llama Guard 3 for one user message, up to where the model's first word ("safe" or "unsafe") comes. Without
 * the token of the beginning, which servers put in front themselves.
 */
export function llamaGuardPrompt(message: string): string {
  const list = CATEGORIES.map((name, i) => `S${i + 1}: ${name}.`).join('\n');
  return (
    '<|start_header_id|>user<|end_header_id|>\n\n' +
    "Task: Check if there is unsafe content in 'User' messages in conversation according our safety policy with the below categories.\n\n" +
    `<BEGIN UNSAFE CONTENT CATEGORIES>\n${list}\n<END UNSAFE CONTENT CATEGORIES>\n\n` +
    `<BEGIN CONVERSATION>\n\nUser: ${message}\n\n<END CONVERSATION>\n\n` +
    'Provide your safety assessment for ONLY THE LAST User message in the above conversation:\n' +
    " - First line must read 'safe' or 'unsafe'.\n" +
    ' - If unsafe, a second line must include a comma-separated list of violated categories.' +
    '<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n'
  );
}
