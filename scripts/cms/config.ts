import { readFileSync } from 'node:fs'
import path from 'node:path'
import { languages, mainLanguage } from '../../src/lib/languages.ts'

const DAY = {
  widget: 'datetime',
  format: 'YYYY-MM-DD',
  date_format: 'YYYY-MM-DD',
  time_format: false,
}

const BODY = { name: 'body', widget: 'markdown', i18n: true, modes: ['raw', 'rich_text'] }

/** Returns the editor's configuration; authors and topics are read from the files. */
export function editorConfig(root: string): object {
  const authors = optionsOf(root, 'authors.json', (one) => one.name)
  const topics = optionsOf(root, 'tags.json', (one) => one.en)
  const both = {
    structure: 'multiple_folders',
    locales: languages,
    default_locale: mainLanguage,
  }
  return {
    load_config_file: false,
    backend: { name: 'proxy', proxy_url: '/api/v1', branch: 'main' },
    media_folder: 'src/content/blog/pictures',
    public_folder: '../pictures',
    i18n: both,
    slug: { encoding: 'ascii', clean_accents: true },
    editor: { preview: false },
    show_preview_links: false,
    collections: [
      {
        name: 'blog',
        label: 'Posts',
        label_singular: 'Post',
        folder: 'src/content/blog',
        i18n: true,
        create: true,
        slug: '{{slug}}',
        sortable_fields: ['date', 'title'],
        summary: "{{title}} — {{date | date('YYYY-MM-DD')}}",
        fields: [
          { name: 'title', label: 'Title', widget: 'string', i18n: true, pattern: atMost(90) },
          {
            name: 'description',
            label: 'Description',
            widget: 'text',
            i18n: true,
            hint: 'One or two sentences for lists, search engines and feeds; at most 220 characters.',
          },
          {
            name: 'date',
            label: 'Day of publication',
            ...DAY,
            default: '{{now}}',
            i18n: 'duplicate',
          },
          {
            name: 'author',
            label: 'Author',
            widget: 'select',
            options: authors,
            i18n: 'duplicate',
          },
          {
            name: 'tags',
            label: 'Topics',
            widget: 'select',
            multiple: true,
            min: 1,
            max: 6,
            options: topics,
            i18n: 'duplicate',
          },
          {
            name: 'cover',
            label: 'Cover',
            widget: 'image',
            choose_url: false,
            required: false,
            i18n: 'duplicate',
            hint: 'At least 1200 × 630 pixels, landscape.',
          },
          {
            name: 'coverAlt',
            label: 'What the cover shows',
            widget: 'string',
            required: false,
            i18n: true,
          },
          {
            name: 'updated',
            label: 'Day of the last real change',
            ...DAY,
            required: false,
            default: '',
            i18n: 'duplicate',
          },
          {
            name: 'draft',
            label: 'Draft',
            widget: 'boolean',
            default: true,
            required: false,
            i18n: 'duplicate',
          },
          { ...BODY, label: 'Text' },
        ],
      },
      {
        name: 'changelog',
        label: 'Releases',
        label_singular: 'Release',
        folder: 'src/content/changelog',
        i18n: true,
        create: true,
        identifier_field: 'version',
        slug: '{{fields.version}}',
        summary: '{{version}} — {{title}}',
        fields: [
          {
            name: 'version',
            label: 'Version',
            widget: 'string',
            i18n: 'duplicate',
            pattern: ['^\\d+\\.\\d+\\.\\d+$', 'Three numbers, such as 1.0.1'],
          },
          {
            name: 'date',
            label: 'Day of the release',
            ...DAY,
            default: '{{now}}',
            i18n: 'duplicate',
          },
          { name: 'title', label: 'Title', widget: 'string', i18n: true },
          { name: 'summary', label: 'Summary', widget: 'text', i18n: true },
          { ...BODY, label: 'Changes' },
        ],
      },
      {
        name: 'legal',
        label: 'Legal texts',
        label_singular: 'Legal text',
        folder: 'src/content/legal',
        i18n: true,
        create: false,
        delete: false,
        fields: [
          { name: 'title', label: 'Title', widget: 'string', i18n: true },
          { name: 'description', label: 'Description', widget: 'text', i18n: true },
          { name: 'effective', label: 'Holds from', ...DAY, i18n: 'duplicate' },
          { ...BODY, label: 'Text' },
        ],
      },
    ],
  }
}

function atMost(count: number): [string, string] {
  return [`^.{1,${count}}$`, `At most ${count} characters`]
}

function optionsOf(
  root: string,
  file: string,
  label: (entry: Record<string, unknown>) => unknown,
): { label: string; value: string }[] {
  const list: unknown = JSON.parse(readFileSync(path.join(root, 'src/content', file), 'utf8'))
  return Object.entries(isRecord(list) ? list : {}).map(([value, entry]) => ({
    label: String(isRecord(entry) ? label(entry) : value),
    value,
  }))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
