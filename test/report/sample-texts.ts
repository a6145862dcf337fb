/** Passages for reports: invented, one topic each, two or three documents a topic. */
export interface Passage {
  title: string;
  sentences: string[];
}

export const TOPICS: { query: string; passages: Passage[] }[] = [
  {
    query: 'Which river does the bridge designed by the founder of the Halden engineering school cross?',
    passages: [
      {
        title: 'Ingrid Solvang',
        sentences: [
          'Ingrid Solvang was a Norwegian civil engineer who founded the Halden engineering school in 1911.',
          'She is best known for the Tista Arch, completed two years before her retirement.',
          'Her lecture notes on masonry arches stayed in print until the 1950s.',
        ],
      },
      {
        title: 'Tista Arch',
        sentences: [
          'The Tista Arch is a granite road bridge in Halden, designed by Ingrid Solvang.',
          'It crosses the river Tista just below the old timber mills.',
          'A plaque on the eastern abutment names the forty masons who built it.',
        ],
      },
    ],
  },
  {
    query: 'When was the observatory that first recorded comet Marlowe–Ibsen opened?',
    passages: [
      {
        title: 'Comet Marlowe–Ibsen',
        sentences: [
          'Comet Marlowe–Ibsen is a periodic comet with an orbital period of about 71 years.',
          'It was first recorded on a photographic plate taken at the Karoo Ridge observatory.',
          'The next perihelion passage is expected in the spring of 2041.',
        ],
      },
      {
        title: 'Karoo Ridge observatory',
        sentences: [
          'Karoo Ridge is an astronomical observatory in the Northern Cape, opened in 1926.',
          'Its 61-centimetre refractor was used for a survey of minor planets and comets.',
          'Since 1998 the site has been a museum with public observing nights.',
        ],
      },
    ],
  },
  {
    query: 'Who composed the overture played at the opening of the Lindqvist concert hall?',
    passages: [
      {
        title: 'Lindqvist concert hall',
        sentences: [
          'The Lindqvist concert hall in Gothenburg seats 1,340 people.',
          'Its opening night in 1935 began with the overture Northern Light.',
          'The acoustics were renewed in 2007 under the direction of Mara Feld.',
        ],
      },
      {
        title: 'Northern Light (overture)',
        sentences: [
          'Northern Light is a concert overture for large orchestra by Elsa Brandt.',
          'It was commissioned for the opening of a new concert hall in Gothenburg.',
          'The manuscript is kept at the city archive.',
        ],
      },
    ],
  },
  {
    query: 'Which grape is grown on the island where the painter Duarte Reis was born?',
    passages: [
      {
        title: 'Duarte Reis',
        sentences: [
          'Duarte Reis was a Portuguese painter of harbours and market scenes.',
          'He was born on the island of São Tiago do Mar and studied in Porto.',
          'Forty of his canvases hang in the regional museum.',
        ],
      },
      {
        title: 'São Tiago do Mar',
        sentences: [
          'São Tiago do Mar is a volcanic island with about 3,200 inhabitants.',
          'Its terraces are planted with the white grape Terrantez.',
          'A ferry links it with the mainland twice a week.',
        ],
      },
    ],
  },
  {
    query: 'How long is the railway line that serves the Ostra salt works?',
    passages: [
      {
        title: 'Ostra salt works',
        sentences: [
          'The Ostra salt works produce sea salt by solar evaporation.',
          'They are served by the Ostra light railway, which carries salt to the port.',
          'Flamingos winter on the outer ponds.',
        ],
      },
      {
        title: 'Ostra light railway',
        sentences: [
          'The Ostra light railway is a narrow-gauge line of 14.6 kilometres.',
          'Most of its traffic is salt, with a passenger train on Sundays.',
          'Two of the original locomotives are preserved.',
        ],
      },
    ],
  },
  {
    query: 'What does the Veritan supplement contain according to its maker?',
    passages: [
      {
        title: 'Veritan',
        sentences: [
          'Veritan is a dietary supplement sold in capsules by Orland Health.',
          'The maker lists magnesium, zinc and an extract of lemon balm.',
          'It has been on the market since 2016.',
        ],
      },
      {
        title: 'Orland Health',
        sentences: [
          'Orland Health is a maker of supplements with its seat in Leeds.',
          'Its best-selling products are Veritan and the drink powder Solace.',
          'The company employs about 220 people.',
        ],
      },
    ],
  },
];
