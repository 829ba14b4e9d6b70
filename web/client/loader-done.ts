let tellGone: () => void = () => undefined

/** What nobody waits for begins when the loader has gone. */
export const loaderGone = new Promise<void>((resolve) => {
  tellGone = resolve
})

export const loaderWent = (): void => tellGone()
