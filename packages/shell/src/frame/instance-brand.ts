const inHead = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content

/** The name of the instance that the server put into the page; undefined for that of the product. */
export const instanceName = () => inHead('application-name')

/** The path of its logo. */
export const instanceLogo = () => inHead('logo')
