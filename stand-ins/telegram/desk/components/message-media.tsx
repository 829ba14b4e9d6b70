import { FileText, Phone } from 'lucide-react'
import type { Message } from '../../state/types.ts'
import { useTexts } from '../model/desk.ts'
import { Avatar } from './avatar.tsx'
import { fullName } from './describe.ts'

/** The picture, file, contact or invoice of a message. */
export function MessageMedia({ message }: { message: Message }) {
  const words = useTexts()
  const photo = message.photo?.at(-1)
  if (photo)
    return (
      <img className="media-photo" src={`/__desk/api/files/${photo.file_id}`} alt={message.caption ?? ''} />
    )
  if (message.document)
    return (
      <a
        className="media-card"
        href={`/__desk/api/files/${message.document.file_id}`}
        download
        data-testid="document"
      >
        <span className="media-icon">
          <FileText size={22} />
        </span>
        <span>
          <b className="media-name">{message.document.file_name ?? words('document')}</b>
          <small className="media-note">{sizeOf(message.document.file_size)}</small>
        </span>
      </a>
    )
  if (message.contact)
    return (
      <span className="media-card" data-testid="contact-card">
        <Avatar id={message.contact.user_id ?? 0} name={message.contact.first_name} size={42} />
        <span>
          <b className="media-name">{fullName(message.contact)}</b>
          <small className="media-note">
            <Phone size={12} /> +{message.contact.phone_number}
          </small>
        </span>
      </span>
    )
  if (message.invoice)
    return (
      <span className="media-invoice" data-testid="invoice">
        <b>{message.invoice.title}</b>
        <span>{message.invoice.description}</span>
        <small>★ {message.invoice.total_amount}</small>
      </span>
    )
  return null
}

const sizeOf = (bytes: number) => (bytes < 1024 ? `${bytes} B` : `${(bytes / 1024).toFixed(1)} KB`)
