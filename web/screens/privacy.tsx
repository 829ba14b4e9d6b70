import { Document } from '#web/features/info/document.tsx'

const sections = ['telegram', 'own', 'phone', 'payments', 'technical', 'shown', 'shared', 'stored', 'rights']

export default function PrivacyScreen() {
  return <Document name="policy" sections={sections} />
}
