import { Plus } from 'lucide-react'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { type SocialNetwork, socialNetworks } from '#contract/options.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import type { FormPart } from '#web/features/profile/draft/draft.ts'
import { Card } from '#web/ui/card.tsx'
import { Chip, Chips } from '#web/ui/chip.tsx'
import { InputField } from '#web/ui/form-field.tsx'

/** Social networks that count as contacts. Not everybody can see contacts. */
const contacts: SocialNetwork[] = ['telegram', 'whatsapp']

/** A field for each social network that the person uses, and a chip for each network that can be added. */
export function SocialField({ draft: { social_links: social }, errors, onChange }: FormPart) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<SocialNetwork[]>(() =>
    socialNetworks.filter((network) => social[network] !== ''),
  )
  return (
    <Card className="stack">
      <h2 className="head">{t('profileEdit.social')}</h2>
      {opened.map((network) => (
        <InputField
          key={network}
          label={t(`network.${network}`)}
          hint={contacts.includes(network) ? t('profileEdit.contactHint') : undefined}
          error={errors[`social_links.${network}`]}
          name={`social_links.${network}`}
          inputMode={network === 'whatsapp' ? 'tel' : 'url'}
          autoCapitalize="none"
          maxLength={limits.link.max}
          placeholder={t(network === 'whatsapp' ? 'profileEdit.phonePlaceholder' : 'profileEdit.handle')}
          value={social[network]}
          onValue={(value) => onChange({ social_links: { ...social, [network]: value } })}
        />
      ))}
      <Chips label={t('profileEdit.addNetwork')}>
        {socialNetworks
          .filter((network) => !opened.includes(network))
          .map((network) => (
            <Chip key={network} icon={Plus} tone="add" onClick={() => setOpened([...opened, network])}>
              {t(`network.${network}`)}
            </Chip>
          ))}
      </Chips>
    </Card>
  )
}
