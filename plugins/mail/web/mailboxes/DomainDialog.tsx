import type { ReactNode } from 'react'
import { Alert, ButtonLink, Modal, useQuery, useTranslation } from '@host/plugin-sdk'
import { listMailDomains } from '../../shared.ts'

/** A verified domain, in Unicode and as DNS has it. */
export interface MailDomain {
  readonly name: string
  readonly asciiName: string
}

export interface DomainDialogProps {
  readonly title: string
  readonly description?: string
  /** Shown with a link to the domains where none is verified. */
  readonly withoutDomain: string
  readonly onClose: () => void
  /** The form, which has at least one domain to choose from. */
  readonly children: (domains: readonly [MailDomain, ...MailDomain[]]) => ReactNode
}

/** A dialog that needs a verified domain. It opens with its fields, so that the first one has the focus. */
export function DomainDialog({ title, description, withoutDomain, onClose, children }: DomainDialogProps) {
  const { t } = useTranslation()
  const { data } = useQuery(listMailDomains)
  if (data === undefined) return null
  const [first, ...others] = data.items
  const link = (
    <ButtonLink to="/domains" size="compact">
      {t('mail.mailboxes.verify')}
    </ButtonLink>
  )
  return (
    <Modal open onClose={onClose} title={title} {...(description !== undefined && { description })} size="small">
      {first === undefined ? (
        <Alert title={t('mail.mailboxes.noDomain')} action={link}>
          {withoutDomain}
        </Alert>
      ) : (
        children([first, ...others])
      )}
    </Modal>
  )
}
