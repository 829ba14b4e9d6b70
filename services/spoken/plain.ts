/**
 * Number words of sums and periods, with their values; Russian words also in the genitive, which follows «до» and «от».
 */
const numbers: Record<string, number> = {
  ...valuesOf(
    1,
    1,
    `один|одна|одну|одного|одной два|две|двух три|трех четыре|четырех пять|пяти шесть|шести семь|семи
    восемь|восьми девять|девяти десять|десяти одиннадцать|одиннадцати двенадцать|двенадцати
    тринадцать|тринадцати четырнадцать|четырнадцати пятнадцать|пятнадцати шестнадцать|шестнадцати
    семнадцать|семнадцати восемнадцать|восемнадцати девятнадцать|девятнадцати`,
  ),
  ...valuesOf(
    20,
    10,
    `двадцать|двадцати тридцать|тридцати сорок|сорока пятьдесят|пятидесяти шестьдесят|шестидесяти
    семьдесят|семидесяти восемьдесят|восьмидесяти девяносто|девяноста`,
  ),
  ...valuesOf(
    100,
    100,
    `сто|ста двести|двухсот триста|трехсот четыреста|четырехсот пятьсот|пятисот шестьсот|шестисот
    семьсот|семисот восемьсот|восьмисот девятьсот|девятисот`,
  ),
  ...valuesOf(1.5, 1, 'полтора|полторы|полутора'),
  ...valuesOf(
    1,
    1,
    `one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen`,
  ),
  ...valuesOf(20, 10, 'twenty thirty forty fifty sixty seventy eighty ninety'),
  hundred: 100,
}

/**
 * Values of words for equally spaced numbers, starting with `first`. Several spellings of a number are separated by
 * "|".
 */
function valuesOf(first: number, step: number, names: string): Record<string, number> {
  const values = names
    .split(/\s+/)
    .flatMap((spellings, place) => spellings.split('|').map((word) => [word, first + place * step] as const))
  return Object.fromEntries(values)
}

const word = Object.keys(numbers).join('|')
const numberWords = new RegExp(`(?<!\\p{L})(?:${word})(?: (?:${word}))*(?!\\p{L})`, 'gu')
/** Matches the hyphen in English numbers such as "twenty-five". Any other hyphen between numbers means a range. */
const hyphenOfTens =
  /(?<=(?<!\p{L})(?:twen|thir|for|fif|six|seven|eigh|nine)ty)-(?=(?:one|two|three|four|five|six|seven|eight|nine)(?!\p{L}))/gu

/** The word "hundred" multiplies the number before it. All other number words are added up. */
function sumOf(said: string): number {
  return said
    .split(' ')
    .reduce((sum, part) => (part === 'hundred' ? Math.max(sum, 1) * 100 : sum + (numbers[part] ?? 0)), 0)
}

/** Matches an estimate with the inverted Russian word order, as in "тысяч 15-20". */
const inverted = /(?<!\d ?)(?<!\p{L})(тысяч|тыщ|тыс) (\d+(?:-\d+)?)/gu

/**
 * Normalises a text for the rules: lower case, plain spaces and dashes, digits in place of number words. Line breaks
 * stay.
 */
export function plainOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/[–—]/g, '-')
    .replaceAll('телеграмм', 'телеграм')
    .replace(hyphenOfTens, ' ')
    .replace(numberWords, (numberText) => String(sumOf(numberText)))
    .replace(inverted, '$2 $1')
}

/** Returns a regular expression that matches the given pattern only as whole words. */
export function words(source: string, flags = 'u'): RegExp {
  return new RegExp(`(?<![\\p{L}\\d])(?:${source})(?![\\p{L}\\d])`, flags)
}
