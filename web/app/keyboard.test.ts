import { afterEach, expect, test, vi } from 'vitest'
import { watchKeyboard } from './keyboard.ts'

type Told = { height: number; isExpanded: boolean }

let tell: (listener: Told) => void
vi.mock('#web/telegram/index.ts', () => ({
  onVisibleHeight: (listener: typeof tell) => {
    tell = listener
  },
}))

afterEach(() => void vi.unstubAllGlobals())

/** Stubs a page 844 pixels high, whose bottom the test can cover. `foot` reads the CSS variables. */
function openPage({ hasView = true } = {}) {
  const style = new Map<string, string>()
  const attributes = new Set<string>()
  const view = Object.assign(new EventTarget(), { height: 844, offsetTop: 0, scale: 1 })
  const page = Object.assign(new EventTarget(), { innerHeight: 844, visualViewport: hasView ? view : null })
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', {
    activeElement: null,
    addEventListener: () => {},
    documentElement: {
      style: { setProperty: (name: string, value: string) => style.set(name, value) },
      toggleAttribute: (name: string, on: boolean) => (on ? attributes.add(name) : attributes.delete(name)),
    },
  })
  for (const name of ['HTMLTextAreaElement', 'HTMLInputElement']) vi.stubGlobal(name, class {})
  watchKeyboard()
  return {
    seen: (height: number, offsetTop = 0) => {
      Object.assign(view, { height, offsetTop })
      view.dispatchEvent(new Event('resize'))
    },
    resized: (height: number) => {
      page.innerHeight = height
      view.height = height
      page.dispatchEvent(new Event('resize'))
    },
    foot: () => ({
      keyboard: style.get('--keyboard'),
      below: style.get('--below'),
      isOpen: attributes.has('data-keyboard'),
    }),
  }
}

const free = { keyboard: '0px', below: '0px', isOpen: false }
const half = { keyboard: '0px', below: '424px', isOpen: false }

test('an iOS keyboard, reported by the visual viewport only, covers its height minus the page offset', () => {
  const page = openPage()
  page.seen(462)
  expect(page.foot()).toEqual({ keyboard: '382px', below: '0px', isOpen: true })
  page.seen(462, 200)
  expect(page.foot()).toEqual({ keyboard: '182px', below: '0px', isOpen: true })
  page.seen(844)
  expect(page.foot()).toEqual(free)
})

test('a keyboard reported by the client only covers the same, also without a visual viewport', () => {
  const page = openPage({ hasView: false })
  tell({ height: 500, isExpanded: true })
  expect(page.foot()).toEqual({ keyboard: '344px', below: '0px', isOpen: true })
  tell({ height: 844, isExpanded: true })
  expect(page.foot()).toEqual(free)
})

test('a half-expanded client hides the bottom of the page until it is expanded, and again after a collapse', () => {
  const page = openPage()
  tell({ height: 420, isExpanded: false })
  expect(page.foot()).toEqual(half)
  tell({ height: 844, isExpanded: true })
  expect(page.foot()).toEqual(free)
  tell({ height: 420, isExpanded: false })
  expect(page.foot()).toEqual(half)
})

test('a resized page is not covered, and a height reported for another window size is dropped', () => {
  const page = openPage()
  tell({ height: 500, isExpanded: true })
  page.resized(500)
  expect(page.foot()).toEqual(free)
  page.resized(844)
  expect(page.foot()).toEqual(free)
})

test('collapsed viewports and browser bars are not keyboards', () => {
  const page = openPage()
  tell({ height: 1, isExpanded: true })
  page.seen(1)
  page.seen(760)
  expect(page.foot()).toEqual(free)
})
