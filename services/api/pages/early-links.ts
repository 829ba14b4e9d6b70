const blocking = /<script src="([^"]+)"|<link rel="stylesheet"( crossorigin)? href="([^"]+)"/g

/**
 * The `link` header of a page: what its first paint waits for, so that a browser asks for it before it has read the page.
 * @param html the page as it was built
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
