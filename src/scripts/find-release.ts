// Newer releases move the older ones to further pages; a link to one leads to where it is today.
const { hash } = location
const isHere =
  hash.length < 2 || document.getElementById(decodeURIComponent(hash.slice(1))) !== null
const release = /^#v\d+\.\d+\.\d+/.exec(hash)?.[0]
if (!isHere && release !== undefined) {
  const link = document.querySelector<HTMLAnchorElement>(`.changelog .toc a[href$='${release}']`)
  if (link !== null) location.replace(link.href.replace(release, hash))
}
