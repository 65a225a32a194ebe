import { useBreadcrumb, useTranslation } from '@host/plugin-sdk'
import { listPaths, type TextPlace } from './useSystemEmails.ts'

/**
 * The way back from the list of system emails, or from one of them. In a workspace the list is a page below the templates
 * of email; in the console it has an entry of its own.
 */
export function useEmailTrail(place: TextPlace, title?: string): void {
  const { t } = useTranslation()
  const isInWorkspace = place === 'workspace'
  useBreadcrumb(isInWorkspace ? t('mail.templates.title') : undefined, '/mail/templates')
  useBreadcrumb(isInWorkspace ? t('mail.systemEmails.title') : undefined, listPaths[place])
  useBreadcrumb(title)
}
