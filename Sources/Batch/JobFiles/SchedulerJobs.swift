extension JobFile {
  /// `sbatch` hands TERM to the script 20 s before the end of the time; the run then writes what it
  /// has and ends with 75. `--requeue` covers lost nodes, the script itself what ended too early.
  static func slurm(_ request: JobRequest) -> String {
    """
    #!/bin/bash
    #SBATCH --job-name=twheader-batch
    #SBATCH --array=1-\(request.shards)
    #SBATCH --ntasks=1 --cpus-per-task=\(request.jobs)
    #SBATCH --requeue --open-mode=append
    #SBATCH --signal=B:TERM@20
    #SBATCH --output=twheader-batch-%A_%a.log
    # Afterwards: \(request.mergeCommand)
    \(request.shardCommand) --shards \(request.shards) & child=$!
    trap 'kill -TERM "$child" 2>/dev/null' TERM
    wait "$child"; status=$?
    # A signal ends the first wait; what the run itself came to is asked for again.
    while kill -0 "$child" 2>/dev/null; do wait "$child"; status=$?; done
    if { [ $status -eq 74 ] || [ $status -eq 75 ] || [ $status -gt 128 ]; } &&
      [ "${SLURM_RESTART_COUNT:-0}" -lt 2 ]; then
      task="${SLURM_ARRAY_JOB_ID}_${SLURM_ARRAY_TASK_ID}"
      # The requeue ends this script; a controller that is away is asked again.
      for _ in 1 2 3 4 5 6; do
        # What was cancelled (scancel) is not wanted back.
        case $(squeue -h -j "$task" -o %t) in CG | CA) break ;; esac
        scontrol requeue "$task" && sleep 60
        sleep 10
      done
    fi
    exit $status

    """
  }
}

extension JobFile {
  /// An indexed Job, for Kubernetes from 1.29 on; each pod finds its number in JOB_COMPLETION_INDEX.
  static func kubernetes(_ request: JobRequest) -> String {
    // Kubernetes replaces `$(NAME)` in a command, and `$$` by one `$`.
    let words = (request.shardWords + ["--shards", "\(request.shards)"])
      .map { word in
        word.unicodeScalars.map { $0 == "$" ? "$$" : String($0) }.joined()
      }
      .map(YAMLText.quoted).joined(separator: ", ")
    return """
      # Afterwards, where the volume is mounted: \(request.mergeCommand)
      apiVersion: batch/v1
      kind: Job
      metadata:
        name: twheader-batch
      spec:
        completionMode: Indexed
        completions: \(request.shards)
        parallelism: \(request.shards)
        backoffLimitPerIndex: 2
        podFailurePolicy:
          rules:
            - action: FailIndex
              onExitCodes:
                containerName: twheader
                operator: In
                values: [1, 64, 65, 66, 70, 73]
        template:
          spec:
            restartPolicy: Never
            containers:
              - name: twheader
                image: \(YAMLText.quoted(request.containerImage))
                command: [\(words)]
                workingDir: /batch
                resources:
                  requests: {cpu: "\(request.jobs)"}
                volumeMounts:
                  - {name: batch, mountPath: /batch}
            volumes:
              - name: batch
                persistentVolumeClaim: {claimName: twheader-batch}

      """
  }
}
