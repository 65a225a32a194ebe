import { GlassCard } from '../components/GlassCard.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'

/** A sample of plugin content on a page. */
export function SampleWidget() {
  const { language } = useTranslation()
  return <GlassCard>{language === 'zh' ? '插件添加的内容' : 'Added by a plugin'}</GlassCard>
}
