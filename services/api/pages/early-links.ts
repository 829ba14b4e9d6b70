const blocking = /<script src="([^"]+)"|<link rel="stylesheet"( crossorigin)? href="([^"]+)"/g

/**
 * `link` header that preloads the scripts and styles of a page's first paint.
 * @param html built page
 */
export function earlyLinks(html: string): string {
  return [...html.matchAll(blocking)]
    .map(([, script, crossorigin, sheet]) =>
      script
        ? `<${script}>; rel=preload; as=script`
        : `<${sheet}>; rel=preload; as=style${crossorigin ? '; crossorigin' : ''}`,
    )
    .join(', ')
}
