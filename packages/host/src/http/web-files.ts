/** The page that every public page is drawn in, in the web distribution. */
export const publicDocument = 'public.html'

/** The public pages of the web halves, by plugin, in the web distribution. */
export const publicPageList = 'public-pages.json'
