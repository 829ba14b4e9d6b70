/** Reason for an exception: a name in our own code that is also the name of a newer browser feature. */
const ownName = 'a name of our own or of a library, not the one that a browser has'
/** Reason for an exception: the feature is optional, because an engine that lacks it ignores it. */
const harmless = 'an engine that does not have it reads nothing there, or passes it by'
/** Reason for an exception: the feature only refines the look, and a page without it works. */
const onlyRefinesLook = 'refines what stands: without it a page looks plainer, and is whole'
const grids = 'of grids, where every engine has it; the data speak of flex boxes'

/**
 * Features that the build allows, each with the reason, although one of the oldest supported engines lacks the feature.
 * The feature names are those that script.ts and style.ts report.
 */
export const exceptions: Record<string, string> = {
  '#bytes': ownName,
  '#capture': ownName,
  '#component': ownName,
  '#delay': ownName,
  '#external': ownName,
  '#hand': ownName,
  '#handle': ownName,
  '#isVisible': ownName,
  '#login': ownName,
  '#orientation': ownName,
  '#popover': 'React passes on what it is given, and it is given nothing',
  '#priority': ownName,
  '#requestSubmit': 'Base UI asks for it in the function that it calls by this name',
  '#role': ownName,
  '#share': ownName,
  '#side': ownName,
  '#startViewTransition': 'React asks for it in a `try`, for an element that is not drawn here',
  '#take': ownName,
  '#toArray': ownName,
  '#animation': 'React reads the names of its own events',
  '#cssFloat': 'every engine has it; the data count only its newest place',
  '#locale': 'React asks for the language of a keyboard of Internet Explorer',
  '#movementX': harmless,
  '#movementY': harmless,
  '#transferSize': 'React guesses a network from it where images wait, and none of ours does',
  '<select is>': 'React passes on what it is given, and it is given nothing',
  'createElement is': 'React passes on what it is given, and it is given nothing',
  'CSS.highlights': 'the function ends before it where the engine has none',
  Highlight: 'the function ends before it where the engine has none',
  'Error cause': harmless,
  'focus preventScroll': 'without it a page moves to what is focused',
  'Navigator#share': 'it is asked for by `canShare`, which no engine has alone',
  navigation: 'React asks for it by typeof before',

  'css.at-rules.container': onlyRefinesLook,
  'css.at-rules.media.forced-colors': harmless,
  'css.properties.align-content.end': grids,
  'css.properties.align-content.start': grids,
  'css.properties.align-self.start': grids,
  'css.properties.aspect-ratio': onlyRefinesLook,
  'css.properties.box-decoration-break': onlyRefinesLook,
  'css.properties.contain-intrinsic-size': harmless,
  'css.properties.container': onlyRefinesLook,
  'css.properties.container-type': onlyRefinesLook,
  'css.properties.content-visibility': 'an engine that does not have it draws what cannot be seen too',
  'css.properties.cursor.default': harmless,
  'css.properties.cursor.grab': harmless,
  'css.properties.cursor.pointer': harmless,
  'css.properties.field-sizing': 'a field keeps its rows, and its text can be scrolled',
  'css.properties.overflow-anchor': harmless,
  'css.properties.overflow-clip-margin': onlyRefinesLook,
  'css.properties.overflow.clip': 'what stands over the edge is cut by clip-path too',
  'css.properties.overscroll-behavior': harmless,
  'css.properties.place-items.end': grids,
  'css.properties.resize': 'telephones have nothing to pull at',
  'css.properties.scroll-snap-stop': harmless,
  'css.properties.scrollbar-width': 'telephones show no bars beside what scrolls',
  'css.properties.text-wrap': onlyRefinesLook,
  'css.selectors.has': onlyRefinesLook,
  'css.selectors.highlight': 'nothing is marked where the script cannot mark',
  'css.selectors.is': 'the builder writes it a second time with a prefix',
  'css.selectors.where': 'what a page needs of it stands beside it for other engines',
}
