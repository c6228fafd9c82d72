import js from '@eslint/js';
import globals from 'globals';

export default [
  { ignores: ['web/vendor/', 'target/', 'node_modules/', '*/index.html', '**/index-data/'] },
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2023, sourceType: 'module' },
    rules: {
      eqeqeq: 'error',
      'no-implicit-globals': 'error',
      'no-restricted-properties': ['error',
        { property: 'innerHTML', message: 'Text from files must stay text: use dom.js.' },
        { property: 'outerHTML', message: 'Text from files must stay text: use dom.js.' },
        { property: 'insertAdjacentHTML', message: 'Text from files must stay text: use dom.js.' }],
      'no-shadow': ['error', { builtinGlobals: false }],
      'no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'no-var': 'error',
      'prefer-const': 'error',
      'max-len': ['error', { code: 120 }],
      'max-lines-per-function': ['error', 50],
    },
  },
  { files: ['web/**/*.js'], languageOptions: { globals: globals.browser } },
  { files: ['web-test/*.js', '*.config.js'], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
];
