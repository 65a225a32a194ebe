import { definePlugin } from '@host/plugin'

/** A plugin that sends notifications: news, and urgent alarms that ignore quiet hours. */
export const teller = definePlugin({
  name: 'teller',
  info: { title: 'Teller', description: 'Tells', icon: 'bell', category: 'Start', api: '^1' },
  models: [],
  notifications: [
    { id: 'news', title: 'News', byMail: true },
    { id: 'alarm', title: 'Alarms', byMail: true, isUrgent: true },
  ],
  i18n: { en: {}, zh: { 'notification.news': '新闻', 'notification.alarm': '警报' } },
  mount() {},
})
