import { defineUIPlugin, lazyPage } from '@host/plugin-sdk'

export const plugin = defineUIPlugin({
  name: 'mail',
  // Written out, each page in a line: a build reads this list without running it, so it can't spread others.
  routes: [
    { path: '/mail', Component: lazyPage(() => import('./emails/MailPage.tsx')) },
    { path: '/mail/write', Component: lazyPage(() => import('./compose/WritePage.tsx')) },
    { path: '/mail/write/:id', Component: lazyPage(() => import('./compose/DraftPage.tsx')) },
    { path: '/mail/drafts', Component: lazyPage(() => import('./compose/DraftsPage.tsx')) },
    { path: '/mail/scheduled', Component: lazyPage(() => import('./compose/ScheduledPage.tsx')) },
    { path: '/mail/templates', Component: lazyPage(() => import('./templates/TemplatesPage.tsx')) },
    { path: '/mail/templates/:id', Component: lazyPage(() => import('./templates/TemplatePage.tsx')) },
    { path: '/mail/system-emails', Component: lazyPage(() => import('./system-emails/WorkspaceEmailsPage.tsx')) },
    { path: '/mail/system-emails/:key', Component: lazyPage(() => import('./system-emails/WorkspaceEmailPage.tsx')) },
    { path: '/mail/signatures', Component: lazyPage(() => import('./signatures/SignaturesPage.tsx')) },
    { path: '/mail/image-senders', Component: lazyPage(() => import('./image-senders/ImageSendersPage.tsx')) },
    { path: '/mail/log', Component: lazyPage(() => import('./log/LogPage.tsx')) },
    { path: '/mail/log/:id', Component: lazyPage(() => import('./log/MessagePage.tsx')) },
    { path: '/mail/transports', Component: lazyPage(() => import('./transports/TransportsPage.tsx')) },
    { path: '/mail/mailboxes', Component: lazyPage(() => import('./mailboxes/MailboxesPage.tsx')) },
    { path: '/mail/mailboxes/:id', Component: lazyPage(() => import('./mailboxes/MailboxPage.tsx')) },
    { path: '/mail/mailboxes/:id/rules', Component: lazyPage(() => import('./rules/RulesPage.tsx')) },
    { path: '/mail/mailboxes/:id/forwarding', Component: lazyPage(() => import('./forwarding/ForwardingPage.tsx')) },
    { path: '/mail/labels', Component: lazyPage(() => import('./labels/LabelsPage.tsx')) },
    { path: '/mail/senders', Component: lazyPage(() => import('./senders/SendersPage.tsx')) },
    { path: '/mail/senders/:id', Component: lazyPage(() => import('./senders/SenderPage.tsx')) },
    { path: '/mail/mailboxes/inbound', Component: lazyPage(() => import('./inbound/InboundPage.tsx')) },
    { path: '/mail/suppressions', Component: lazyPage(() => import('./suppressions/SuppressionsPage.tsx')) },
    { path: '/mail/suppressions/services', Component: lazyPage(() => import('./providers/ProvidersPage.tsx')) },
    { path: '/mail/reports', Component: lazyPage(() => import('./reports/ReportsPage.tsx')) },
    { path: '/mail/reports/:domain', Component: lazyPage(() => import('./reports/ReportPage.tsx')) },
  ],
  instanceRoutes: [
    { path: '/system-emails', Component: lazyPage(() => import('./system-emails/InstanceEmailsPage.tsx')) },
    { path: '/system-emails/:key', Component: lazyPage(() => import('./system-emails/InstanceEmailPage.tsx')) },
  ],
  publicPages: [
    { path: '/p/mail/forwards/{token}', Component: lazyPage(() => import('./forwarding/ConfirmForwardPage.tsx')) },
  ],
  i18n: { en: () => import('./en.json'), zh: () => import('./zh.json') },
})
