import { useState } from 'react'
import { useTranslation } from '@host/plugin-sdk'

interface Heard {
  readonly count: number | undefined
  readonly text: string
}

/** Announces new notifications to screen readers: neither the initial count nor a decrease. */
export function Growth({ count, isKnown }: { readonly count: number; readonly isKnown: boolean }) {
  const { t } = useTranslation()
  const [heard, setHeard] = useState<Heard>({ count: undefined, text: '' })
  if (isKnown && heard.count !== count) {
    const isMore = heard.count !== undefined && count > heard.count
    setHeard({ count, text: isMore ? t('notifications.came', { count }) : '' })
  }
  return <output className="sr-only">{heard.text}</output>
}
