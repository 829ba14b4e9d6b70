import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { type SocialNetwork, socialNetworks } from '#contract/options.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import type { FormPart } from '#web/features/profile/draft/draft.ts'
import { Card } from '#web/ui/card.tsx'
import { Chip, Chips } from '#web/ui/chip.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

/** These two networks are contacts, so not everybody sees them. */
const contacts: SocialNetwork[] = ['telegram', 'whatsapp']

/** A field for each network in use, a chip for each other one. */
export function SocialField({ draft: { social_links: social }, errors, onChange }: FormPart) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<SocialNetwork[]>(() =>
    socialNetworks.filter((network) => social[network] !== ''),
  )
  return (
    <Card className="stack" style={{ gap: 14 }}>
      <h2 className="head">{t('profileEdit.social')}</h2>
      {opened.map((network) => (
        <Field
          key={network}
          label={t(`network.${network}`)}
          hint={contacts.includes(network) ? t('profileEdit.contactHint') : undefined}
          error={errors[`social_links.${network}`]}
        >
          {(control) => (
            <Input
              {...control}
              name={`social_links.${network}`}
              inputMode={network === 'whatsapp' ? 'tel' : 'url'}
              autoCapitalize="none"
              maxLength={limits.link.max}
              placeholder={t(network === 'whatsapp' ? 'profileEdit.phonePlaceholder' : 'profileEdit.handle')}
              value={social[network]}
              onChange={(event) => onChange({ social_links: { ...social, [network]: event.target.value } })}
            />
          )}
        </Field>
      ))}
      <Chips label={t('profileEdit.addNetwork')}>
        {socialNetworks
          .filter((network) => !opened.includes(network))
          .map((network) => (
            <Chip key={network} tone="add" onClick={() => setOpened([...opened, network])}>
              {t(`network.${network}`)}
            </Chip>
          ))}
      </Chips>
    </Card>
  )
}
