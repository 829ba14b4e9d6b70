import { useEffect } from 'react'
import { CompletenessCard } from '#web/features/profile/completeness-card.tsx'
import { NeutralName, ProfileFigures, ProfileHead, RoleSwitch } from '#web/features/profile/profile-head.tsx'
import { HelpList, OwnList, SettingsList } from '#web/features/profile/profile-menu.tsx'
import { refreshMe, useMe } from '#web/features/session/use-me.ts'
import { Page } from '#web/ui/page.tsx'

export default function ProfileScreen() {
  const me = useMe()
  const id = me?.id
  // The session is loaded once per start. Rating and numbers of orders change meanwhile, also by acts of others.
  useEffect(() => {
    if (id !== undefined) void refreshMe(id)
  }, [id])
  return (
    <Page bar busy={!me}>
      {me && (
        <>
          <ProfileHead me={me} />
          {me.is_name_neutral && <NeutralName me={me} />}
          <RoleSwitch me={me} />
          <ProfileFigures me={me} />
          {me.is_contractor && <CompletenessCard me={me} />}
          <OwnList me={me} />
          <SettingsList me={me} />
          <HelpList />
        </>
      )}
    </Page>
  )
}
