import {
  EmptyState,
  HelpLink,
  MenuItem,
  PageHeader,
  RowList,
  RowMenu,
  useBreadcrumb,
  useFailureToast,
  useListQuery,
  useMutation,
  useTranslation,
} from '@host/plugin-sdk'
import { listImageSenders, readEmail, removeImageSender } from '../../shared.ts'

/** The senders whose remote images the member always sees. */
export default function ImageSendersPage() {
  const { t } = useTranslation()
  useBreadcrumb(t('mail.imageSenders.title'))
  const senders = useListQuery(listImageSenders, {}, { errors: 'list' })
  const remove = useMutation(removeImageSender, {
    invalidates: [listImageSenders, readEmail],
    onError: useFailureToast(),
  })
  return (
    <>
      <PageHeader
        title={t('mail.imageSenders.title')}
        description={t('mail.imageSenders.description')}
        actions={<HelpLink slug="email-safety" />}
      />
      <RowList
        list={senders}
        rowKey={({ id }) => id}
        empty={<EmptyState title={t('mail.imageSenders.none')}>{t('mail.imageSenders.noneHelp')}</EmptyState>}
      >
        {({ id, address }) => (
          <li className="group flex items-center gap-3 py-2">
            <bdi className="min-w-0 flex-1 wrap-anywhere">{address}</bdi>
            <RowMenu name={address}>
              <MenuItem icon="trash" danger onSelect={() => remove.mutate({ id })}>
                {t('mail.imageSenders.remove')}
              </MenuItem>
            </RowMenu>
          </li>
        )}
      </RowList>
    </>
  )
}
