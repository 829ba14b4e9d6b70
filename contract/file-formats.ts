/** Accepted file formats by their usual extension. The content of a file decides its format, not its name. */
export const imageFormats = ['jpg', 'png', 'webp', 'gif'] as const
export const documentFormats = ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'txt'] as const
export const fileFormats = [...imageFormats, ...documentFormats, 'zip'] as const

export type ImageFormat = (typeof imageFormats)[number]
export type FileFormat = (typeof fileFormats)[number]

export function isImage(format: FileFormat): format is ImageFormat {
  return imageFormats.some((image) => image === format)
}
