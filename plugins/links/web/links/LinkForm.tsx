import { Alert, Form, Select, useMutation, useToast, useTranslation, type CustomControl } from '@host/plugin-sdk'
import {
  changeLink,
  listLinks,
  listVersions,
  queryModes,
  readLink,
  redirectCodes,
  referrerPolicies,
  type Link,
  type RedirectCode,
} from '../../shared.ts'
import { FolderSelect } from '../labels/FolderSelect.tsx'
import { TagsInput } from '../labels/TagsInput.tsx'
import { TargetField } from '../utm/TargetField.tsx'
import { MomentInput } from './MomentInput.tsx'

/** Every setting of a link. */
export function LinkForm({ link }: { readonly link: Link }) {
  const { t } = useTranslation()
  const toast = useToast()
  const { mutateAsync } = useMutation(changeLink, {
    invalidates: [readLink, listLinks, listVersions],
    onSuccess: () => toast({ tone: 'positive', title: t('links.saved') }),
  })
  const { id, url, slug, title, note, redirect, query, isEnabled, startsAt, expiresAt, expiredUrl, clickLimit } = link
  const { tags, folderId, isArchived, externalId, referrerPolicy } = link
  return (
    <Form
      variant="settings"
      title={t('links.settings')}
      source={changeLink}
      fields={useLinkFields()}
      values={{
        url,
        slug,
        title,
        tags,
        folderId,
        note,
        redirect,
        query,
        isEnabled,
        isArchived,
        startsAt,
        expiresAt,
        expiredUrl,
        clickLimit,
        externalId,
        referrerPolicy,
      }}
      onSubmit={(input) => mutateAsync({ ...input, id })}
    >
      {(input) => (
        <>
          {(input.redirect === 301 || input.redirect === 308) && (
            <Alert tone="warning" title={t('links.permanent')}>
              {t('links.permanentHelp')}
            </Alert>
          )}
          {link.printedAt !== null && input.url !== url && (
            <Alert tone="warning" title={t('links.printed')}>
              {t('links.printedWarning')}
            </Alert>
          )}
        </>
      )}
    </Form>
  )
}

function useLinkFields() {
  const { t } = useTranslation()
  const modes = queryModes.map((value) => ({ value, label: t(`links.query.${value}`) }))
  // They are the names of a standard.
  const policies = referrerPolicies.map((value) => ({ value, label: value }))
  return {
    url: { label: t('links.target'), required: true, render: (control) => <TargetField {...control} /> },
    slug: { label: t('links.slug'), control: 'text', required: true },
    title: { label: t('links.name'), control: 'text' },
    tags: { label: t('links.labels.tags.title'), render: (control) => <TagsInput {...control} /> },
    folderId: { label: t('links.labels.folder'), render: (control) => <FolderSelect {...control} /> },
    note: { label: t('links.note'), control: 'textarea' },
    isEnabled: { label: t('links.enabled'), hint: t('links.enabledHint'), control: 'checkbox' },
    isArchived: { label: t('links.archived'), hint: t('links.archivedHint'), control: 'checkbox' },
    startsAt: { label: t('links.startsAt'), render: (control) => <MomentInput {...control} /> },
    expiresAt: { label: t('links.expiresAt'), render: (control) => <MomentInput {...control} /> },
    clickLimit: { label: t('links.clickLimit'), hint: t('links.clickLimitHint'), control: 'number' },
    expiredUrl: { label: t('links.expiredUrl'), hint: t('links.expiredHint'), control: 'text' },
    query: { label: t('links.query.title'), control: 'select', options: modes },
    referrerPolicy: {
      label: t('links.referrer.title'),
      hint: t('links.referrer.hint'),
      control: 'select',
      options: policies,
    },
    redirect: { label: t('links.redirect.title'), render: (control) => <RedirectSelect {...control} /> },
    externalId: { label: t('links.externalId'), hint: t('links.externalIdHint'), control: 'text' },
  } as const satisfies Parameters<typeof Form<typeof changeLink>>[0]['fields']
}

function RedirectSelect({ value, onChange }: CustomControl<RedirectCode | undefined>) {
  const { t } = useTranslation()
  const options = redirectCodes.map((code) => ({ value: String(code), label: t(`links.redirect.${code}`) }))
  return (
    <Select
      value={String(value ?? 302)}
      options={options}
      onChange={(next) => onChange(redirectCodes.find((code) => String(code) === next))}
    />
  )
}
