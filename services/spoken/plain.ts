/** Number words of sums and periods, with their values. */
const numbers: Record<string, number> = {
  один: 1,
  одну: 1,
  два: 2,
  две: 2,
  три: 3,
  четыре: 4,
  пять: 5,
  шесть: 6,
  семь: 7,
  восемь: 8,
  девять: 9,
  десять: 10,
  пятнадцать: 15,
  двадцать: 20,
  тридцать: 30,
  сорок: 40,
  пятьдесят: 50,
  шестьдесят: 60,
  семьдесят: 70,
  восемьдесят: 80,
  девяносто: 90,
  сто: 100,
  двести: 200,
  триста: 300,
  четыреста: 400,
  пятьсот: 500,
  шестьсот: 600,
  семьсот: 700,
  восемьсот: 800,
  девятьсот: 900,
  полтора: 1.5,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  eighty: 80,
  hundred: 100,
}
const word = Object.keys(numbers).join('|')
const numberWords = new RegExp(`(?<!\\p{L})(?:${word})(?: (?:${word}))*(?!\\p{L})`, 'gu')
/** Pattern of an estimate with the number behind its unit, as in "тысяч 15-20". */
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
    .replace(numberWords, (said) =>
      String(said.split(' ').reduce((sum, part) => sum + (numbers[part] ?? 0), 0)),
    )
    .replace(inverted, '$2 $1')
}

/** Pattern that matches only whole words. */
export function words(source: string, flags = 'u'): RegExp {
  return new RegExp(`(?<![\\p{L}\\d])(?:${source})(?![\\p{L}\\d])`, flags)
}
