import { useInfiniteQuery } from '@tanstack/react-query'
import {
  Bell,
  Bookmark,
  ChartNoAxesColumn,
  CircleCheck,
  CircleHelp,
  ClipboardList,
  Coins,
  Eye,
  Heart,
  Info,
  Languages,
  Laptop,
  LockKeyhole,
  PencilLine,
  ShieldCheck,
  ShieldUser,
} from 'lucide-react'
import { languages } from '#contract/languages.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { ownListings } from '#web/features/listings/list-queries.ts'
import { useLanguageChange, useProfileFlag } from '#web/features/session/own-data.ts'
import type { Me } from '#web/features/session/use-me.ts'
import { useVerification } from '#web/features/session/verification.ts'
import { Cell, List, SwitchCell } from '#web/ui/list.tsx'

/** Links to the user's own content. */
export function OwnList({ me }: { me: Me }) {
  const { t } = useFormats()
  const verifyPhone = useVerification(me)
  const orders = useInfiniteQuery(ownListings('order', me.id)).data?.pages[0]
  const vacancies = useInfiniteQuery(ownListings('vacancy', me.id)).data?.pages[0]
  const listings = (orders?.total ?? 0) + (vacancies?.total ?? 0)
  return (
    <List icons>
      <Cell icon={ClipboardList} to="/listings" title={t('profile.listings')} end={listings || null} />
      <Cell icon={Heart} to="/profile/favourites" title={t('profile.favourites')} />
      <Cell icon={Bookmark} to="/profile/searches" title={t('searches.title')} />
      {!me.is_client && <Cell icon={ChartNoAxesColumn} to="/profile/numbers" title={t('numbers.title')} />}
      <Cell icon={PencilLine} to="/profile/edit" title={t('profile.edit')} />
      <Cell icon={Eye} to={`/user/${me.id}`} title={t('profile.asOthersSee')} />
      {me.role !== 'user' && <Cell icon={ShieldUser} to="/admin-panel/projects" title={t('profile.admin')} />}
      {!me.is_verified && (
        <Cell icon={ShieldCheck} title={t('profile.verify')} onClick={() => void verifyPhone()} />
      )}
    </List>
  )
}

/** Switches that take effect at once, and links to the settings. */
export function SettingsList({ me }: { me: Me }) {
  const { t, language } = useFormats()
  const changeLanguage = useLanguageChange(me)
  const nextLanguage = languages[(languages.indexOf(language) + 1) % languages.length] ?? language
  const freeFlag = useProfileFlag(me, 'is_free')
  const remoteFlag = useProfileFlag(me, 'is_only_remote')
  const conversionFlag = useProfileFlag(me, 'is_price_conversion')
  return (
    <List icons>
      {me.is_contractor && (
        <SwitchCell
          icon={CircleCheck}
          title={t('profile.isFree')}
          checked={me.is_free}
          onChange={(on) => freeFlag.mutate(on)}
        />
      )}
      {me.is_contractor && (
        <SwitchCell
          icon={Laptop}
          title={t('profile.onlyRemote')}
          checked={me.is_only_remote}
          onChange={(on) => remoteFlag.mutate(on)}
        />
      )}
      <SwitchCell
        icon={Coins}
        title={t('profile.priceConversion')}
        note={me.currency?.name}
        checked={me.is_price_conversion}
        onChange={(on) => conversionFlag.mutate(on)}
      />
      <Cell icon={Bell} to="/profile/notifications" title={t('profile.notifications')} />
      <Cell
        icon={Languages}
        title={t('profile.language')}
        end={t(`language.${language}`)}
        onClick={() => changeLanguage.mutate(nextLanguage)}
      />
      <Cell icon={LockKeyhole} to="/profile/privacy" title={t('profile.privacy')} />
    </List>
  )
}

export function HelpList() {
  const { t } = useFormats()
  return (
    <List icons>
      <Cell icon={CircleHelp} to="/faq" title={t('profile.faq')} />
      <Cell icon={Info} to="/about" title={t('profile.about')} />
    </List>
  )
}
