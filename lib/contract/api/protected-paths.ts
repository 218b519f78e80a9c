// Apart from the schemas, so that browser code can list them.

/** What agents never change without asking: what runs by itself, and what decides which code is used. */
export const ALWAYS_PROTECTED = [
  ".github/**",
  ".gitlab/**",
  ".circleci/**",
  ".gitlab-ci.yml",
  "azure-pipelines.yml",
  "Jenkinsfile",
  ".husky/**",
  ".githooks/**",
  ".pre-commit-config.yaml",
  "lefthook.yml",
  ".gitattributes",
  ".gitmodules",
  "*.lock",
  "*.lockb",
  "package-lock.json",
  "npm-shrinkwrap.json",
  "pnpm-lock.yaml",
  "go.sum",
] as const;
