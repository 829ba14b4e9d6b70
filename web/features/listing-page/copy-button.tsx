import { Copy } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { copyPath } from '#web/features/listings/own/paths.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

/** Starts a new listing as a copy of an own one. */
export function CopyButton({ listing }: { listing: Listing }) {
  const { t } = useFormats()
  const navigate = useNavigate()
  return <IconButton icon={Copy} label={t('action.copy')} onClick={() => void navigate(copyPath(listing))} />
}
