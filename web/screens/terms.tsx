import { Document } from '#web/features/info/document.tsx'

const sections = ['service', 'listing', 'payment', 'refund', 'work', 'conduct', 'decision', 'change']

export default function TermsScreen() {
  return <Document name="rules" sections={sections} />
}
