import { useEffect } from 'react'
import { useTranslation } from '@host/plugin-sdk'
import { useCrumbs } from '@host/plugin-sdk/shell'

/** Names the record, the page, then where it is, then the product: what tabs and histories show. */
export function useDocumentTitle(...parts: readonly (string | undefined)[]): void {
  const { t } = useTranslation()
  const steps = useCrumbs().map(({ title }) => title)
  const title = [...steps.toReversed(), ...parts, t('shell.product')].filter((part) => part !== undefined).join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
