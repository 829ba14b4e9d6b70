import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { limits } from '#contract/limits.ts'
import type { Config } from '#services/core/config/config.ts'
import { derivedKeys } from '#services/core/config/derived-keys.ts'

/**
 * Prefix of the storage key of a public file, such as a person's picture. Everybody with the URL may read a public
 * file; other files need a signed URL.
 */
const publicMark = 'public-'
const thumbnailMark = '-small'
const keyPattern = /^(public-)?[\w-]{32}(-small)?$/
const minuteMs = 60_000

export type Links = {
  /**
   * Returns the URL of a file. The URL of a public file is permanent. Any other URL is signed and valid for at most
   * five minutes.
   */
  to(key: string, now: Date): string
  isSigned(key: string, signed: { expires?: string; signature?: string }, now: Date): boolean
}

export function newKey(isPublic: boolean): string {
  return `${isPublic ? publicMark : ''}${randomBytes(24).toString('base64url')}`
}

export const thumbnailOf = (key: string): string => `${key}${thumbnailMark}`
export const isThumbnail = (key: string): boolean => key.endsWith(thumbnailMark)
export const originalOf = (key: string): string =>
  isThumbnail(key) ? key.slice(0, -thumbnailMark.length) : key
export const isPublic = (key: string): boolean => key.startsWith(publicMark)
export const isKey = (text: string): boolean => keyPattern.test(text)

/** Function that returns the current URL of a file for the file's storage key. */
export type Link = (key: string) => string

export function linkFor({ links, now }: { links: Links; now: () => Date }): Link {
  return (key) => links.to(key, now())
}

/**
 * Makes and verifies URLs of files. They are signed with keys derived from the secrets that sign sessions. The first
 * key signs; a signature by any of them is valid.
 */
export function createLinks(config: Config): Links {
  const { APP_ORIGIN } = config
  const secrets = derivedKeys(config, 'addresses of files')
  const sign = (secret: Buffer, key: string, expires: string) =>
    createHmac('sha256', secret).update(`${key}\n${expires}`).digest('base64url')
  const [signingSecret] = secrets
  return {
    to(key, now) {
      const address = `${APP_ORIGIN}/files/${key}`
      if (isPublic(key)) return address
      // The URL of a file stays the same for a minute. Within that time a reloaded list shows pictures from the
      // browser's cache.
      const since = Math.floor(now.getTime() / minuteMs) * minuteMs
      const expires = String((since + limits.files.linkMs) / 1000)
      return `${address}?expires=${expires}&signature=${sign(signingSecret, key, expires)}`
    },
    isSigned(key, { expires = '', signature = '' }, now) {
      if (!/^\d{1,12}$/.test(expires) || Number(expires) * 1000 <= now.getTime()) return false
      const received = Buffer.from(signature)
      return secrets.some((secret) => {
        const expected = Buffer.from(sign(secret, key, expires))
        return expected.length === received.length && timingSafeEqual(expected, received)
      })
    },
  }
}
