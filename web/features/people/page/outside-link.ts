import { ExternalLink } from 'lucide-react'
import { useTranslation } from '#web/client/use-translation.ts'
import { isTelegramLink, openLink } from '#web/telegram/index.ts'
import { askDialog } from '#web/ui/overlays.ts'

/** Websites that are common for portfolios. Links to other websites open only after a warning. */
const trustedSites = [
  'behance.net',
  'dribbble.com',
  'figma.com',
  'github.com',
  'gitlab.com',
  'linkedin.com',
  'vk.com',
  'x.com',
  'youtube.com',
  'instagram.com',
  'facebook.com',
  'tiktok.com',
  'wa.me',
]

/** Returns the host of a URL without "www.". */
export function hostOf(url: string): string {
  return (URL.parse(url)?.hostname ?? url).replace(/^www\./, '')
}

/** Opens a link that a user has written. A link to an unknown website opens only after a warning. */
export function useExternalLink() {
  const { t } = useTranslation()
  return async (url: string) => {
    if (isTelegramLink(url)) return openLink(url)
    const host = hostOf(url)
    const isKnown = trustedSites.some((site) => host === site || host.endsWith(`.${site}`))
    const isConfirmed =
      isKnown ||
      (await askDialog({
        icon: ExternalLink,
        title: t('user.outside.title'),
        text: t('user.outside.text', { host }),
        confirm: t('user.outside.open'),
        cancel: t('common.cancel'),
      }))
    if (isConfirmed) openLink(url)
  }
}
