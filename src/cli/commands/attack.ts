import { Command, InvalidArgumentError, Option } from 'commander';
import { EXIT_CODE_HELP } from '../exit-codes.ts';
import { integerOption } from './screening-flags.ts';

export interface AttackFlags {
  data: string;
  strategy: string[];
  output: string;
  encoder: string;
  seed: number;
  limit?: number;
  sentences: number;
  kind?: 'supporting' | 'retrieved' | 'with-distractors';
  documents?: number;
  poisonedTexts?: string;
  withBenign?: boolean;
  quiet?: boolean;
}

const NOTES = `
Strategies (several with commas, or all):
  replace            one document replaced by a supporting document of another question
  replace-half       half of the documents of a context of more than two
  random-padding     replace, and a document of a random benign context appended
  best-of-n          replace, and of 32 sampled connectors the one most similar to both parts
  chain-mimicry      replace, and two documents inserted that lie between the parts
  same-community     replaced by one of the 256 nearest to the kept document
  topical            replaced by one of the 20 nearest to the question
  distractor         replaced by one of the data set’s own distractors
  bridge             replaced by one that opens with the question and goes on off-topic
  bridge-paraphrase  bridge with the question reworded
  tail               the payload behind the leading sentences of a genuine document
  entity-injection   replace, and the names of the kept document copied into the planted one
  entity-injection-3, entity-injection-1
                     three or one of these names
  replace-supporting among the data set’s own distractors, a supporting document replaced
  poisonedrag-1, poisonedrag-3, each also with -other, -question and -other-question
                     one or three sentences replaced by PoisonedRAG’s texts: of the question itself or of another one, with
                     the text’s question before it or not; they need --poisoned-texts
  poisonedrag-document, poisonedrag-document-question
                     one document replaced by such a text

The data set is HotpotQA (distractor) or 2WikiMultihopQA as JSON, MuSiQue as JSON Lines, or JSON Lines of one’s own with
"question" and "docs": [{"title", "sentences", "supporting"}]; gzip too. Each context is one line of JSON with "label",
"attack", "planted" (indices of the planted documents) and "row", for \`screen\`, \`calibrate\` and \`certify\`.

Examples:
  topoguard attack --data hotpot_dev_distractor_v1.json --strategy replace -o attacked.jsonl
  topoguard attack --data musique_ans_v1.0_dev.jsonl --strategy topical,bridge --with-benign -o contexts.jsonl
  topoguard attack --data dev.jsonl.gz --strategy replace-half --kind retrieved --documents 5 -o attacked.jsonl
  topoguard attack --data dev.jsonl --strategy poisonedrag-1 --poisoned-texts hotpotqa.json -o - | topoguard screen -

${EXIT_CODE_HELP}`;

/** `topoguard attack`. @param run what it does */
export function attackCommand(run: (flags: AttackFlags) => Promise<void>): Command {
  return new Command('attack')
    .description('make attacked contexts from a multi-hop data set')
    .requiredOption('--data <file>', 'data set to make them from')
    .requiredOption('--strategy <names>', 'how to attack; the names are listed below', names)
    .requiredOption('-o, --output <file>', 'JSON Lines to write, or - for standard output')
    .option(
      '--encoder <spec>',
      'what similarity is measured with: static, transformers:MODEL, openai:MODEL or precomputed:DIR/NAME',
      'static',
    )
    .option('--seed <n>', 'seed of all random choices', integerOption(0), 1)
    .option('--limit <n>', 'most contexts of each strategy', integerOption(1))
    .option('--sentences <n>', 'leading sentences of each document', integerOption(1), 3)
    .addOption(
      new Option(
        '--kind <which>',
        'benign contexts to start from (default: supporting, retrieved for more than 2)',
      ).choices(['supporting', 'retrieved', 'with-distractors']),
    )
    .option('--documents <n>', 'documents of a benign context (default: 2; 4 for replace-half)', integerOption(2))
    .option('--poisoned-texts <file>', 'adversarial texts released with PoisonedRAG')
    .option('--with-benign', 'write the benign contexts too, each before its attacks')
    .option('-q, --quiet', 'no report and no progress on standard error')
    .addHelpText('after', NOTES)
    .action(run);
}

function names(text: string): string[] {
  const list = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (list.length === 0) throw new InvalidArgumentError('It must be one name or several with commas.');
  return list;
}
