import { useState } from 'react'
import { useTranslation } from '@host/plugin-sdk'

interface Heard {
  readonly count: number | undefined
  readonly text: string
}

/** Says to screen readers that something new came: not what was there at first, and not what becomes less. */
export function Growth({ count, isKnown }: { readonly count: number; readonly isKnown: boolean }) {
  const { t } = useTranslation()
  const [heard, setHeard] = useState<Heard>({ count: undefined, text: '' })
  if (isKnown && heard.count !== count) {
    const isMore = heard.count !== undefined && count > heard.count
    setHeard({ count, text: isMore ? t('notifications.came', { count }) : '' })
  }
  return <output className="sr-only">{heard.text}</output>
}
