import { useEffect } from 'react'
import { useTranslation } from '@host/plugin-sdk'

/** Names the page, then where it is, then the product: what tabs and histories show. */
export function useDocumentTitle(...parts: readonly (string | undefined)[]): void {
  const { t } = useTranslation()
  const title = [...parts, t('shell.product')].filter((part) => part !== undefined).join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
