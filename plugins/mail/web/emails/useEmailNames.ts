import { useMemo } from 'react'
import { useFormat, useTranslation } from '@host/plugin-sdk'
import type { Email, EmailAddress } from '../../shared.ts'

/** How lists and headings name an email and its people. */
export interface EmailNames {
  readonly subject: (email: Pick<Email, 'subject'>) => string
  /** Its sender; for one that was sent, its recipients. */
  readonly counterpart: (email: Pick<Email, 'direction' | 'from' | 'to'>) => string
  readonly person: (address: EmailAddress | null) => string
}

export function useEmailNames(): EmailNames {
  const { t } = useTranslation()
  const { list } = useFormat()
  return useMemo(() => {
    const person = (one: EmailAddress | null): string => {
      if (one === null) return t('mail.emails.noSender')
      return one.name === '' ? one.address : one.name
    }
    return {
      person,
      subject: ({ subject }) => (subject === '' ? t('mail.emails.noSubject') : subject),
      counterpart: ({ direction, from, to }) =>
        direction === 'in' ? person(from) : t('mail.emails.toWhom', { names: list(to.map(person)) }),
    }
  }, [t, list])
}
