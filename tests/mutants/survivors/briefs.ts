import type { Survivor } from './survivor.ts'

/** Changes that tests once missed, in the reading of texts that people write and in the texts that people see. */
export const briefSurvivors: Survivor[] = [
  {
    name: 'neighbours-phones',
    hurts: 'telephones of Central Asia and the Caucasus written without a plus pass the checks',
    file: 'services/checks/contacts/phones.ts',
    before: '(?:375|380|99[24568])',
    after: '(?:375|380)',
    tests: ['services/moderation/review/rules.test.ts'],
  },
  {
    name: 'short-neighbours-phones',
    hurts: 'telephones of Armenia, Moldova and Turkmenistan written without a plus pass the checks',
    file: 'services/checks/contacts/phones.ts',
    before: '|(?:373|374|993)\\d{8}',
    after: '',
    tests: ['services/moderation/review/rules.test.ts'],
  },
  {
    name: 'landlines',
    hurts: '8 3xx landlines pass the checks',
    file: 'services/checks/contacts/phones.ts',
    before: '[78][3489]\\d{9}',
    after: '[78][489]\\d{9}',
    tests: ['services/moderation/review/rules.test.ts'],
  },
  {
    name: 'today-is-next-year',
    hurts: '"до 26.11" said on 26.11 becomes next year',
    file: 'services/spoken/days.ts',
    before: 'date !== null && date >= today',
    after: 'date !== null && date > today',
    tests: ['services/spoken/brief.test.ts'],
  },
  {
    name: 'this-week-is-next',
    hurts: '"на этой неделе" said on a Sunday becomes next week',
    file: 'services/spoken/days.ts',
    before: '(7 - today.getUTCDay()) % 7',
    after: '7 - today.getUTCDay()',
    tests: ['services/spoken/brief.test.ts'],
  },
  {
    name: 'hours-are-less',
    hurts: '"за 36 часов" becomes one day',
    file: 'services/spoken/days.ts',
    before: 'Math.ceil(many / 24)',
    after: 'Math.floor(many / 24)',
    tests: ['services/spoken/brief.test.ts'],
  },
  {
    name: 'three-of-days',
    hurts: 'a card says «3 дней»',
    file: 'contract/texts/ru/app.json',
    before: '"card.days_few": "{{count}} дня"',
    after: '"card.days_few": "{{count}} дней"',
    tests: ['tests/texts.test.ts'],
  },
  {
    name: 'three-of-days-both',
    hurts: 'a card says «3 дней», in both forms alike',
    file: 'contract/texts/ru/app.json',
    before:
      '"card.days_few": "{{count}} дня",\n  "card.days_many": "{{count}} дней",\n  "card.days_other": "{{count}} дня"',
    after:
      '"card.days_few": "{{count}} дней",\n  "card.days_many": "{{count}} дней",\n  "card.days_other": "{{count}} дней"',
    tests: ['tests/texts.test.ts'],
  },
]
