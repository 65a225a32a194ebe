import { definePlugin } from '@host/plugin'

/** A plugin that tells people something: news, and alarms that wait for no one's quiet hours. */
export const teller = definePlugin({
  name: 'teller',
  info: { title: 'Teller', description: 'Tells', icon: 'bell', category: 'Start', api: '^1' },
  models: [],
  notices: [
    { id: 'news', title: 'News', byMail: true },
    { id: 'alarm', title: 'Alarms', byMail: true, isUrgent: true },
  ],
  i18n: { en: {}, zh: { 'notice.news': '新闻', 'notice.alarm': '警报' } },
  mount() {},
})
