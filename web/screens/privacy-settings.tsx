import { useMutation, useQuery } from '@tanstack/react-query'
import { CalendarCheck, Download, FileText, Scale, UserX } from 'lucide-react'
import { api } from '#web/client/http/api.ts'
import { query } from '#web/client/query.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { saveFile } from '#web/features/files/save-file.ts'
import { SupportCell } from '#web/features/info/support-cell.tsx'
import { shortDate } from '#web/features/listings/formats/relative-time.ts'
import { useProfileFlag } from '#web/features/session/own-data.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { type Me, useMe } from '#web/features/session/use-me.ts'
import { useAccountDeletion } from '#web/features/settings/delete-account.ts'
import { Sessions } from '#web/features/settings/sessions.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Cell, List, SwitchCell } from '#web/ui/list.tsx'
import { Page, PageTitle } from '#web/ui/page.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

const consequences = ['profile', 'listings', 'responses', 'messages', 'payments'] as const

export default function PrivacySettingsScreen() {
  const { t } = useTranslation()
  const me = useMe()
  const copy = useMutation({ mutationFn: exportData, onError: (error) => void showFailure(error) })
  return (
    <Page busy={!me}>
      <PageTitle>{t('privacy.title')}</PageTitle>
      <Warnings />
      <List icons>
        <Cell
          inPlace
          icon={Download}
          title={t('privacy.export')}
          note={t('privacy.exportHint')}
          end={copy.isPending && <Spinner />}
          onClick={() => !copy.isPending && copy.mutate()}
        />
        <Cell icon={UserX} title={t('privacy.blocked')} to="/profile/blocked" />
      </List>
      {me && <SeenSwitch me={me} />}
      <List icons>
        <Cell icon={FileText} title={t('policy.title')} to="/privacy" />
        <Cell icon={Scale} title={t('rules.title')} to="/terms" />
      </List>
      <Sessions />
      {me && <Deletion user_id={me.id} />}
    </Page>
  )
}

/** Switch that lets others see when the user was last active. */
function SeenSwitch({ me }: { me: Me }) {
  const { t } = useTranslation()
  const seenFlag = useProfileFlag(me, 'is_seen_shown')
  return (
    <List icons>
      <SwitchCell
        icon={CalendarCheck}
        title={t('privacy.seen')}
        note={t('privacy.seenHint')}
        checked={me.is_seen_shown}
        onChange={(isOn) => seenFlag.mutate(isOn)}
      />
    </List>
  )
}

/** Explains which data is deleted with the account and which remains. The button is below. */
function Deletion({ user_id }: { user_id: number }) {
  const { t } = useTranslation()
  const deletion = useAccountDeletion(user_id)
  return (
    <Card className="stack">
      <h2 className="head">{t('account.title')}</h2>
      <ul className="stack stack-2 sub">
        {consequences.map((name) => (
          <li key={name}>{t(`account.${name}`)}</li>
        ))}
      </ul>
      <p className="sub muted">{t('account.final')}</p>
      <Button wide variant="bad" loading={deletion.isPending} onClick={() => void deletion.ask()}>
        {t('profile.deleteAccount')}
      </Button>
    </Card>
  )
}

/** Saves all personal data of the user as a JSON file. */
async function exportData(): Promise<void> {
  await saveFile(await api('POST /api/users/export_file'))
}

/** Warnings that the user received from moderators, with the way to support. Nothing is shown if there are none. */
function Warnings() {
  const { t, language } = useTranslation()
  const { data: warnings = [] } = useQuery(query('GET /api/users/warnings'))
  if (warnings.length === 0) return null
  return (
    <Card className="stack">
      <h2 className="head">{t('warnings.title')}</h2>
      <ul className="stack">
        {warnings.map(({ reason, created_at }) => (
          <li key={created_at}>
            <p>{reason}</p>
            <p className="cap muted">{shortDate(language, new Date(created_at))}</p>
          </li>
        ))}
      </ul>
      <p className="sub muted">{t('warnings.text')}</p>
      <SupportCell inside />
    </Card>
  )
}
