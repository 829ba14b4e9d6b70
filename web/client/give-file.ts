/** Gives a file away: to another app where the system offers that, else as a download. */
async function give(file: File): Promise<void> {
  if (navigator.canShare?.({ files: [file] })) {
    const isShared = await navigator.share({ files: [file] }).then(
      () => true,
      (error: unknown) => error instanceof DOMException && error.name === 'AbortError',
    )
    if (isShared) return
  }
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  URL.revokeObjectURL(url)
}

/** What a call has answered, as a file. */
export const giveJson = (name: string, data: unknown): Promise<void> =>
  give(new File([JSON.stringify(data, null, 2)], name, { type: 'application/json' }))
