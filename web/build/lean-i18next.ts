import type { Plugin } from 'vite'
import { type Node, rewrite } from './rewrite.ts'

const names = (text: string) => new Set(text.trim().split(/\s+/))

/** Methods that nobody here calls: of namespaces, of copies, of texts inside texts, of the list of forms. */
const uncalled = names(`addNamespaces addResource addResources clearCache cloneInstance dir exists getFixedT
  getPluralFormsOfKey getResourceBundle getSuffixes getUsedParamsDetails hasLoadedNamespace hasResourceBundle hydrate
  loadLanguages loadNamespaces needsPlural nest off once reloadResources removeNamespaces removeResourceBundle
  setDefaultNamespace toJSON use`)

/** Options that are off: by web/client/i18n-runtime.ts, by themselves, or because no text is ever asked for with them. */
const off =
  names(`appendNamespaceToCIMode appendNamespaceToMissingKey context defaultVariables fallbackLng fallbackNS
  ignoreJSONStructure isClone joinArrays keySeparator lngs lowerCaseLng missingInterpolationHandler missingKeyHandler
  missingKeyNoValueFallbackToKey nest nonExplicitSupportedLngs ns nsSeparator ordinal parseMissingKeyHandler
  partialBundledLanguages postProcess postProcessPassResolved preload replace returnDetails returnEmptyString returnNull returnObjects
  returnedObjectHandler saveMissing saveMissingTo skipInterpolation supportedLngs updateMissing userDefinedKeySeparator
  userDefinedNsSeparator`)

const option = /^(?:this\.options|opt|options)\??\.(\w+)$/
/** Parts that can be plugged in and are not. */
const unplugged =
  /^((opt|options)\?\.interpolation|opt\.interpolation|this\.(i18nFormat|utils|pendingWarnings|modules\.\w+)|(this\.services|s)\.languageDetector)$/
/** What plugs in the usual ones, notes namespaces or speaks to a developer. */
const needless =
  /^(s\.(backendConnector|utils)\b|this\.addNamespaces\(|this\.modules\.external\.|looksLikeObjectPath\(|deepFind\(|(this|i18n)\.logger\.(warn|log|error|once|deprecate)\()/

function instead(node: Node, text: string, parent: Node): string | undefined {
  switch (node.type) {
    case 'ClassDeclaration':
      return text.startsWith('class Logger ')
        ? 'class Logger { init() {} create() { return this } }'
        : undefined
    case 'MethodDefinition':
      return uncalled.has((node.key as Node).name as string) ? '' : undefined
    case 'MemberExpression':
    case 'ChainExpression':
      if (parent.left === node && parent.type === 'AssignmentExpression') return undefined
      if (off.has(option.exec(text)?.[1] ?? '')) return 'false'
      return unplugged.test(text) ? '(void 0)' : undefined
    case 'IfStatement':
      return /^if \((this\.modules\.\w+|formatter)\)/.test(text) ? '' : undefined
    case 'AssignmentExpression':
    case 'CallExpression':
      return needless.test(text) ? '(void 0)' : undefined
    // All texts come with the application's own files, and all keys are words.
    case 'UnaryExpression':
      return text === '!this.options.resources' ? 'false' : undefined
    case 'BinaryExpression':
      return /^typeof keys? === 'function'$|^typeof k === 'function'$/.test(text) ? 'false' : undefined
    case 'VariableDeclaration':
      return /^const (?!createInstance)\w+ = instance\.\w+;$/.test(text) ? '' : undefined
    case 'ExportNamedDeclaration':
      return 'export { createInstance };'
  }
}

/** i18next without what only others use. */
export const leanText = (code: string): string => rewrite(code, instead)

/** Lets the bundler drop what i18next can do for others, and for its developers: 7 KB of the first load. */
export function leanI18next(): Plugin {
  return {
    name: 'lean-i18next',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /i18next\/dist\/esm\/i18next\.js$/ },
      handler: (code) => ({ code: leanText(code), map: null }),
    },
  }
}
