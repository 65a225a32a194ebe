import {
  ButtonLink,
  HelpLink,
  IconButton,
  Menu,
  MenuItem,
  PageHeader,
  useCommand,
  useNavigate,
  useTranslation,
} from '@host/plugin-sdk'
import { composerPath } from '../compose/open-composer.ts'

/** The head of the page, from which an email is written. */
export function MailHeader({ canWrite }: { readonly canWrite: boolean }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  useCommand({
    id: 'mail.write',
    label: t('mail.emails.write'),
    icon: 'pencil',
    keys: 'c',
    enabled: canWrite,
    run: () => navigate(composerPath()),
  })
  return (
    <PageHeader
      title={t('mail.emails.title')}
      actions={
        <>
          <HelpLink slug="reading-mail" />
          {canWrite && <MorePages />}
          {canWrite && (
            <ButtonLink to={composerPath()} variant="primary" icon="pencil">
              {t('mail.emails.write')}
            </ButtonLink>
          )}
        </>
      }
    />
  )
}

/** Pages about emails that have no entry of their own in the sidebar. */
function MorePages() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <Menu trigger={<IconButton icon="ellipsis" label={t('mail.emails.more')} />}>
      <MenuItem icon="file-pen" onSelect={() => navigate('/mail/drafts')}>
        {t('mail.drafts.title')}
      </MenuItem>
      <MenuItem icon="clock" onSelect={() => navigate('/mail/scheduled')}>
        {t('mail.scheduled.title')}
      </MenuItem>
      <MenuItem icon="file-text" onSelect={() => navigate('/mail/templates')}>
        {t('mail.templates.title')}
      </MenuItem>
      <MenuItem icon="signature" onSelect={() => navigate('/mail/signatures')}>
        {t('mail.signatures.title')}
      </MenuItem>
      <MenuItem icon="image" onSelect={() => navigate('/mail/image-senders')}>
        {t('mail.imageSenders.menu')}
      </MenuItem>
    </Menu>
  )
}
