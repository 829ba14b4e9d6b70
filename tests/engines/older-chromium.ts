import type { BrowserContext } from 'playwright-core'
import { type BuiltIn, listBuiltIns } from '#web/build/floor/objects.ts'
import { removeUnsupportedStyles } from '#web/build/floor/style.ts'

type MissingBuiltIns = {
  globals: string[]
  members: [owner: string, statics: string[], instances: string[]][]
}

/** Global objects that the browser's driver needs. Pages do not use them. */
const neededByDriver = new Set(['external', 'console'])

const isRemoved = ({ name, isMissing }: { name: string; isMissing: boolean }) =>
  isMissing && !neededByDriver.has(name)

/** Returns the names of all built-in objects and functions that the oldest supported browsers lack. */
function findMissing(objects: BuiltIn[]): MissingBuiltIns {
  const globals = objects.filter((object) => isRemoved(object) && !object.name.includes('.'))
  return {
    globals: globals.map(({ name }) => name),
    members: objects
      .map((object): MissingBuiltIns['members'][number] => {
        const removedMembers = object.members.filter(isRemoved)
        const namesOf = (isStatic: boolean) =>
          removedMembers.filter((member) => member.isStatic === isStatic).map(({ name }) => name)
        return [object.name, namesOf(true), namesOf(false)]
      })
      .filter(([, statics, instances]) => statics.length + instances.length > 0),
  }
}

/** Deletes built-in properties from an object or from its prototype. Runs in the page. */
function removeBuiltIns({ globals, members }: MissingBuiltIns): void {
  const page = globalThis as unknown as Record<string, unknown>
  const removeNames = (owner: unknown, names: string[]) => {
    if (owner === null || owner === undefined) return
    for (const name of names) {
      const key = name.startsWith('@@') ? (Symbol as never)[name.slice(2)] : name
      if (key !== undefined) delete (owner as Record<PropertyKey, unknown>)[key]
    }
  }
  for (const [path, statics, instances] of members) {
    const ownPrototype = path === 'TypedArray' ? Object.getPrototypeOf(Uint8Array) : undefined
    const owner =
      ownPrototype ??
      path.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown>)?.[name], page)
    removeNames(owner, statics)
    removeNames((owner as { prototype?: unknown } | undefined)?.prototype, instances)
  }
  removeNames(page, globals)
  removeNames(Object.getPrototypeOf(page), globals)
}

/** A script that removes from Chromium every built-in that the oldest supported browsers lack. */
export const olderScript = `(${removeBuiltIns})(${JSON.stringify(findMissing(listBuiltIns()))})`

/**
 * Emulates the oldest supported browser in a browser context: removes newer built-ins and newer CSS rules, but not
 * newer syntax. Must be called before any other init script is added, so that its script runs first.
 */
export async function emulateOldestEngine(context: BrowserContext): Promise<void> {
  await context.addInitScript(olderScript)
  await context.route('**/*.css', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: removeUnsupportedStyles(await response.text()) })
  })
}
