import { api, childFeaturesOf, type Engines, findEntry, isMissing, javascript } from './compat.ts'

/** A property of a built-in object of the language or of browsers. */
type Member = {
  name: string
  /** True for a property of the constructor, as in `URL.parse`. False for a property of instances. */
  isStatic: boolean
  isMissing: boolean
}

/** A built-in object of the language or of browsers, such as `URL` or `Intl.Segmenter`, with its properties. */
export type BuiltIn = { name: string; isMissing: boolean; members: Member[] }

type Identifier = Parameters<typeof childFeaturesOf>[0]

/**
 * True for a static property, such as `Array.from`. The compatibility data do not say so, but their links to the
 * specification of instance properties contain the word `prototype`.
 */
function isStaticOf(entry: NonNullable<Identifier>): boolean {
  const chapter = String(entry.__compat?.spec_url ?? '')
  return !/prototype[.-]/i.test(chapter)
}

/**
 * True for the name of a feature. Keys with an underscore are notes in MDN's compatibility data, such as
 * `worker_support`.
 */
const isName = (name: string) => /^(@@)?[A-Za-z][A-Za-z\d]*$/.test(name)

function describeLanguagePart(name: string, entry: NonNullable<Identifier>, engines?: Engines): BuiltIn {
  const members = childFeaturesOf(entry).flatMap(([member, part]) =>
    part.__compat && isName(member) && member !== name.split('.').at(-1)
      ? [{ name: member, isStatic: isStaticOf(part), isMissing: isMissing(part.__compat, engines) }]
      : [],
  )
  return { name, isMissing: !!entry.__compat && isMissing(entry.__compat, engines), members }
}

function describeBrowserPart(name: string, entry: NonNullable<Identifier>, engines?: Engines): BuiltIn {
  const members = childFeaturesOf(entry).flatMap(([key, part]) => {
    const [, member = '', kind] = /^(.+?)(_static|_event)?$/.exec(key) ?? []
    if (!part.__compat || kind === '_event' || !isName(member) || member === name) return []
    return [
      {
        name: member,
        isStatic: kind === '_static' || name === 'console',
        isMissing: isMissing(part.__compat, engines),
      },
    ]
  })
  return { name, isMissing: !!entry.__compat && isMissing(entry.__compat, engines), members }
}

/** Returns all built-in objects of the language and of browsers. Properties of `window` count as global objects. */
export function listBuiltIns(engines?: Engines): BuiltIn[] {
  const language = childFeaturesOf(javascript.builtins).map(([name, entry]) =>
    describeLanguagePart(name, entry, engines),
  )
  const intl = childFeaturesOf(findEntry(javascript, 'builtins.Intl')).map(([name, entry]) =>
    describeLanguagePart(`Intl.${name}`, entry, engines),
  )
  const browser = childFeaturesOf(api).map(([name, entry]) => describeBrowserPart(name, entry, engines))
  const ofWindow = browser.find(({ name }) => name === 'Window')?.members ?? []
  return [
    ...language,
    ...intl,
    ...browser,
    ...ofWindow.map(({ name, isMissing: missing }) => ({ name, isMissing: missing, members: [] })),
  ]
}
