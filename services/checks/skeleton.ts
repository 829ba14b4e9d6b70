/**
 * A text in the normalized form that the automatic checks search. `positions[i]` is the position of character `i` in
 * the original text. The last entry of `positions` is the end of the text.
 */
export type View = { text: string; positions: Uint32Array }

// Pairs of a look-alike letter and the letter that replaces it. Cyrillic letters are replaced by similar Latin ones, in
// texts and in patterns. Unicode compatibility forms (full-width, mathematical, circled, superscript) are not listed,
// because NFKD replaces them.
const lookAlikes = `
  аa вb еe кk мm нh оo рp сc тt уy хx іi јj ѕs єe ґг ӏl ԁd ԛq ԝw һh ѵv ѡw ҝk ңh ҳx ұy үy өo әe ғг
  αa βb γy εe ηn ιi κk μm νv οo ρp σo τt υu χx ωw ϲc ϳj
  ɑa ɐa ʙb ɔc ƃg ɖd đd ǝe əe ɛe ɟf ɡg ɢg ɥh ħh ʜh ɩi ıi ɪi ᴉi ɾj ʞk ʟl łl ɯm ɴn ɲn øo ᴘp ǫq ɹr ʀr ꜱs ʇt ŧt ʌv
  ʍw ʏy ʎy ƶz ƽ5 ᴀa ᴄc ᴅd ᴇe ꜰf ᴊj ᴋk ᴍm ᴏo ᴛt ᴜu ᴠv ᴡw ᴢz оo օo սu ցg հh ոn
  。. ·. •. ∙. ⋅. ‧. ・. ‚, ∕/ ⁄/ ⧸/ ∶: ꞉:`
const lettersByLookAlike = new Map(
  lookAlikes
    .trim()
    .split(/\s+/)
    .map((pair) => [...pair] as [string, string]),
)

/**
 * Code point ranges of framed letters and circled digits. Each range is paired with the letter or digit that its first
 * code point shows.
 */
const framedRanges: [from: number, to: number, first: string][] = [
  [0x1f150, 0x1f169, 'a'],
  [0x1f170, 0x1f189, 'a'],
  [0x1f1e6, 0x1f1ff, 'a'],
  [0x2776, 0x277e, '1'],
  [0x2780, 0x2788, '1'],
  [0x278a, 0x2792, '1'],
  [0x24f5, 0x24fd, '1'],
]

const emoji =
  /\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f|\u200d\p{Extended_Pictographic}){0,12}|[\d#*]\ufe0f\u20e3/gu
const formats = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u

/** True if a text contains invisible characters that are not part of an emoji. */
export function hasInvisible(text: string): boolean {
  return formats.test(text) && formats.test(text.replace(emoji, ''))
}

const invisible = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
const digitPattern = /^\p{Nd}$/u

/** Returns the value of a digit in any script. Unicode lists the ten digits of each script one after another. */
function digitOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  let first = code
  while (digitPattern.test(String.fromCodePoint(first - 1))) first--
  return String((code - first) % 10)
}

function foldUncached(character: string): string {
  const code = character.codePointAt(0) ?? 0
  for (const [from, to, first] of framedRanges)
    if (code >= from && code <= to) return String.fromCharCode(first.charCodeAt(0) + code - from)
  const plain = character.normalize('NFKD').replace(invisible, '').toLowerCase().replace(invisible, '')
  return Array.from(
    plain,
    (one) => lettersByLookAlike.get(one) ?? (digitPattern.test(one) ? digitOf(one) : one),
  ).join('')
}

const foldCache = new Map<string, string>()

/** Returns the visible form of a character in lower case; an empty string for an invisible character. */
function foldCharacter(character: string): string {
  const cached = foldCache.get(character)
  if (cached !== undefined) return cached
  const folded = foldUncached(character)
  // The cache has a limit, so that a hostile text with many different characters cannot fill the memory. Ordinary texts
  // use a few hundred different characters.
  if (foldCache.size < 10_000) foldCache.set(character, folded)
  return folded
}

/** Ranges of letters that occur in a text after `fold`, for use inside a character class. */
const letters = 'a-z\\u00c0-\\u052f'

/**
 * Normalizes a text: drops invisible characters, replaces look-alike letters by one common letter, and lowers the case.
 */
export function fold(text: string): View {
  // The array is longer than the text, because `fold` replaces a few characters by several letters.
  let at = new Uint32Array(text.length + 64)
  let plain = ''
  let position = 0
  for (const character of text) {
    const visible = foldCharacter(character)
    if (plain.length + visible.length >= at.length) {
      const wider = new Uint32Array(at.length * 2)
      wider.set(at)
      at = wider
    }
    for (let part = 0; part < visible.length; part++) at[plain.length + part] = position
    plain += visible
    position += character.length
  }
  at[plain.length] = text.length
  return { text: plain, positions: at.subarray(0, plain.length + 1) }
}

/**
 * Replaces look-alike letters in the source of a regular expression in the same way as `fold` replaces them in a text.
 */
export function foldPattern(source: string): string {
  // `\p{L}` is replaced by ranges of letters, because a pattern with `\p{L}` would take a second to compile.
  return source
    .replace(/[\u0430-\u052f]/g, foldCharacter)
    .replace(/\[([^\]]*)\\p\{L\}/g, `[$1${letters}`)
    .replaceAll('\\p{L}', `[${letters}]`)
}
