import Comparison
import Files
import Rendering

/// What runs the parts of a batch.
public enum JobEngine: String, CaseIterable, Hashable, Sendable {
  case slurm, parallel, kubernetes, make, ninja
  case awsBatch = "aws-batch"
  case githubActions = "github-actions"
}
